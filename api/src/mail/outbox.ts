import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import type { ApiSettings } from '../settings'
import { type MailKind, mails } from './tables'

/** A mail that is sent once, however often it is requested. */
export type Mail = { key: string; kind: MailKind; to: string; subject: string; text: string }

/** Exists if the site sends mail. `site` is the origin of its pages, `key` the key of fingerprints. */
export type Outbox = { site: string; key: Buffer }
export const outboxOf = (
  { MAIL_URL, PUBLIC_URL }: Pick<ApiSettings, 'MAIL_URL' | 'PUBLIC_URL'>,
  key: Buffer,
): Outbox | undefined => (MAIL_URL && PUBLIC_URL ? { site: PUBLIC_URL, key } : undefined)

/** The text of a mail, with the common beginning and end. */
export const letter = ({ site }: Outbox, words: string) => `Hello,\n\n${words}\n\nMarram, ${site}\n`

/** Limit of one kind to one address per day: forms accept any address, and must not be used to fill an inbox. */
const MOST_A_DAY = 5

/**
 * Replaces an address that is to be forgotten, until the end of the day in which its mails count. With the database only,
 * it does not reveal whether an address was there.
 */
export const fingerprint = (address: string, { key }: Pick<Outbox, 'key'>): string =>
  createHmac('sha256', key).update(address.toLowerCase()).digest('hex')

/** Queues a mail in the transaction that is its reason. False if it is not sent: it already was, or too many were. */
export async function queueMail(tx: Tx, outbox: Pick<Outbox, 'key'>, mail: Mail): Promise<boolean> {
  // Concurrent ones are counted one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${mail.to.toLowerCase()}))`)
  const today = and(
    or(eq(mails.to, mail.to), eq(mails.to, fingerprint(mail.to, outbox))),
    eq(mails.kind, mail.kind),
    gt(mails.createdAt, sql`now() - interval '1 day'`),
  )
  if ((await tx.$count(mails, today)) >= MOST_A_DAY) return false
  const added = await tx
    .insert(mails)
    .values({ id: randomUUID(), ...mail })
    .onConflictDoNothing()
    .returning({ id: mails.id })
  return added.length > 0
}

/**
 * Deletes mails a day after they were sent. The key of a newsletter stays, without address and text, so that the same file
 * is not sent twice. Mails that could not be sent for a week are deleted too.
 */
export async function forgetOldMails(db: Db): Promise<void> {
  const isOld = lt(mails.sentAt, sql`now() - interval '1 day'`)
  await db.delete(mails).where(and(isOld, ne(mails.kind, 'newsletter')))
  await db
    .update(mails)
    .set({ to: '', subject: '', text: '', leave: null })
    .where(and(isOld, ne(mails.to, '')))
  await db.delete(mails).where(and(isNull(mails.sentAt), lt(mails.createdAt, sql`now() - interval '7 days'`)))
}
