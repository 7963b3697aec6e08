import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import type { ApiSettings } from '../settings'
import { type MailKind, mails } from './tables'

/** What is written once, however often it is asked for. */
export type Mail = { key: string; kind: MailKind; to: string; subject: string; text: string }

/** There is one where the site sends mail. `site` is where its pages are, `key` what fingerprints are made with. */
export type Outbox = { site: string; key: Buffer }
export const outboxOf = (
  { MAIL_URL, PUBLIC_URL }: Pick<ApiSettings, 'MAIL_URL' | 'PUBLIC_URL'>,
  key: Buffer,
): Outbox | undefined => (MAIL_URL && PUBLIC_URL ? { site: PUBLIC_URL, key } : undefined)

/** The text of a mail, with how each begins and ends. */
export const letter = ({ site }: Outbox, words: string) => `Hello,\n\n${words}\n\nMarram, ${site}\n`

/** Of one kind to one address in a day: forms take any address, and nobody's inbox may be filled by them. */
const MOST_A_DAY = 5

/**
 * Stands for an address that is to be forgotten, until the day is over in which its mails count. Whoever has the database
 * alone cannot find out by it whether an address was there.
 */
export const fingerprint = (address: string, { key }: Pick<Outbox, 'key'>): string =>
  createHmac('sha256', key).update(address.toLowerCase()).digest('hex')

/** Queues a mail in the transaction that is its reason. False where it is not sent: it was before, or too many were. */
export async function queueMail(tx: Tx, outbox: Pick<Outbox, 'key'>, mail: Mail): Promise<boolean> {
  // Two at once count one after the other.
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
 * A day after it was sent, nobody needs a mail any more, but a newsletter stays for a month: its key keeps the same file
 * from going out twice. After a week, what could not be sent comes too late.
 */
export async function forgetOldMails(db: Db): Promise<void> {
  const isOld = lt(mails.sentAt, sql`now() - interval '1 day'`)
  await db.delete(mails).where(and(isOld, ne(mails.kind, 'newsletter')))
  await db.delete(mails).where(lt(mails.sentAt, sql`now() - interval '30 days'`))
  await db.delete(mails).where(and(isNull(mails.sentAt), lt(mails.createdAt, sql`now() - interval '7 days'`)))
}
