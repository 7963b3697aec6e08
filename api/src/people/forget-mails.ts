import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm'
import type { Tx } from '../database/schema'
import { submissions } from '../forms/tables'
import { fingerprint, type Outbox } from '../mail/outbox'
import { mails } from '../mail/tables'

/**
 * Forgets the address and the text of what an account was sent; what still waits is not sent. It must be called before
 * anything of the account is deleted. Other mails to the address are not its: anybody can have given it.
 */
export async function forgetMailsOf(tx: Tx, outbox: Outbox | undefined, user: string): Promise<void> {
  const receipts = tx
    .select({ key: sql<string>`'receipt:' || ${submissions.id}::text` })
    .from(submissions)
    .where(eq(submissions.user, user))
  const own = or(like(mails.key, `password:${user}:%`), inArray(mails.key, receipts))
  // Where no mail is sent, none has to be counted.
  await tx.delete(mails).where(outbox ? and(own, isNull(mails.sentAt)) : own)
  if (!outbox) return
  // They still count, or deleting accounts would be a way to fill the inbox of an address.
  for (const { id, to } of await tx.select().from(mails).where(own))
    await tx
      .update(mails)
      .set({ to: fingerprint(to, outbox), subject: '', text: '' })
      .where(eq(mails.id, id))
}
