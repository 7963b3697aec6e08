import { paths } from '@marram/api-contract/paths'
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import { letter, type Outbox, queueMail } from '../mail/outbox'
import { subscribers } from './tables'

/** A transaction locks each address, and a database server has room for a few thousand locks. */
const AT_ONCE = 500

/** Sends a confirmation mail to an address, at most once a day. */
export async function askToConfirm(tx: Tx, outbox: Outbox, email: string): Promise<void> {
  const again = lt(subscribers.askedAt, sql`now() - interval '1 day'`)
  await ask(tx, outbox, and(eq(subscribers.email, email), or(isNull(subscribers.askedAt), again)))
}

/** Sends confirmation mails to subscribers from before the site sent mail. */
export async function askAllToConfirm(db: Db, outbox: Outbox): Promise<void> {
  const never = and(isNull(subscribers.confirmedAt), isNull(subscribers.askedAt))
  const askSome = (tx: Tx) => {
    const some = tx.select({ email: subscribers.email }).from(subscribers).where(never).limit(AT_ONCE)
    return ask(tx, outbox, and(never, inArray(subscribers.email, some)))
  }
  while ((await db.transaction(askSome)) === AT_ONCE);
}

/** Returns the number of mails. */
async function ask(tx: Tx, outbox: Outbox, which: SQL | undefined): Promise<number> {
  const asked = await tx
    .update(subscribers)
    .set({ askedAt: sql`now()` })
    .where(and(isNull(subscribers.confirmedAt), which))
    .returning()
  for (const { email: to, token, askedAt } of asked)
    await queueMail(tx, outbox, {
      ...{ key: `confirmation:${token}:${askedAt?.getTime()}`, to },
      kind: 'confirmation',
      subject: 'Do you want our newsletter?',
      text: letter(
        outbox,
        `somebody, and we hope it was you, asked for the newsletter of Marram to be sent to this address. If you want it, open this page and say so:

${outbox.site}${paths.newsletter({ confirm: token })}

If you do not, you need do nothing: we send you no newsletter, and delete your address after 30 days.`,
      ),
    })
  return asked.length
}

/** Subscribers who got a confirmation mail and never confirmed. */
export async function forgetUnconfirmed(db: Db): Promise<void> {
  const late = lt(subscribers.askedAt, sql`now() - interval '30 days'`)
  await db.delete(subscribers).where(and(isNull(subscribers.confirmedAt), late))
}
