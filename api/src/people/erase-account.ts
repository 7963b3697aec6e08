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
 * Deletes an account with its sessions, and what it sent where that is asked for; else forms and comments stay, and are of
 * nobody any more. Quizzes stay: they are of no account.
 */
export async function eraseAccount(tx: Tx, outbox: Outbox | undefined, user: string, withSent = false): Promise<void> {
  // First: which mails are its, what it sent shows.
  await forgetMailsOf(tx, outbox, user)
  if (withSent) {
    await deleteSubmissions(tx, eq(submissions.user, user))
    await deleteComments(tx, eq(comments.user, user))
  }
  await tx.delete(users).where(eq(users.id, user))
}

/**
 * Forgets the address and the text of what an account was sent; what still waits is not sent. Other mails to the address
 * are not its: anybody can have given it.
 */
async function forgetMailsOf(tx: Tx, outbox: Outbox | undefined, user: string): Promise<void> {
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
