import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm'
import { users } from '../accounts/tables'
import { deleteComments } from '../comments/handlers'
import { comments } from '../comments/tables'
import type { Tx } from '../database/schema'
import { deleteSubmissions } from '../forms/delete-submissions'
import { submissions } from '../forms/tables'
import { fingerprint, type Outbox } from '../mail/outbox'
import { mails } from '../mail/tables'

/**
 * Deletes an account with its sessions, and on request its submissions and comments; otherwise these stay, without an
 * owner. Quizzes stay: they belong to no account.
 */
export async function eraseAccount(tx: Tx, outbox: Outbox | undefined, user: string, withSent = false): Promise<void> {
  // First, since its submissions show which mails belong to it.
  await forgetMailsOf(tx, outbox, user)
  if (withSent) {
    await deleteSubmissions(tx, eq(submissions.user, user))
    await deleteComments(tx, eq(comments.user, user))
  }
  await tx.delete(users).where(eq(users.id, user))
}

/**
 * Forgets address and text of mails to an account; queued ones are not sent. Other mails to the address do not belong to
 * it: anybody can have entered it.
 */
async function forgetMailsOf(tx: Tx, outbox: Outbox | undefined, user: string): Promise<void> {
  const receipts = tx
    .select({ key: sql<string>`'receipt:' || ${submissions.id}::text` })
    .from(submissions)
    .where(eq(submissions.user, user))
  const own = or(like(mails.key, `password:${user}:%`), inArray(mails.key, receipts))
  // Without mail, nothing has to be counted.
  await tx.delete(mails).where(outbox ? and(own, isNull(mails.sentAt)) : own)
  if (!outbox) return
  // They still count, or deleting accounts would allow filling an inbox.
  for (const { id, to } of await tx.select().from(mails).where(own))
    await tx
      .update(mails)
      .set({ to: fingerprint(to, outbox), subject: '', text: '' })
      .where(eq(mails.id, id))
}
