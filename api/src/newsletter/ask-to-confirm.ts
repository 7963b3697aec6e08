import { paths } from '@marram/api-contract/paths'
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import { letter, type Outbox, queueMail } from '../mail/outbox'
import { subscribers } from './tables'

/** One transaction locks each address that it asks, and a server has room for some thousands of locks. */
const AT_ONCE = 500

/** Asks an address whether it wants the newsletter, once a day at the most. */
export async function askToConfirm(tx: Tx, outbox: Outbox, email: string): Promise<void> {
  const again = lt(subscribers.askedAt, sql`now() - interval '1 day'`)
  await ask(tx, outbox, and(eq(subscribers.email, email), or(isNull(subscribers.askedAt), again)))
}

/** Asks all that were never asked, because the site sent no mail when they came. */
export async function askAllToConfirm(db: Db, outbox: Outbox): Promise<void> {
  const never = and(isNull(subscribers.confirmedAt), isNull(subscribers.askedAt))
  const askSome = (tx: Tx) => {
    const some = tx.select({ email: subscribers.email }).from(subscribers).where(never).limit(AT_ONCE)
    return ask(tx, outbox, and(never, inArray(subscribers.email, some)))
  }
  while ((await db.transaction(askSome)) === AT_ONCE);
}

/** Returns how many it asked. */
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

/** Those who were asked and never answered. */
export async function forgetUnconfirmed(db: Db): Promise<void> {
  const late = lt(subscribers.askedAt, sql`now() - interval '30 days'`)
  await db.delete(subscribers).where(and(isNull(subscribers.confirmedAt), late))
}
