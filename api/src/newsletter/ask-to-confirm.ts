import { paths } from '@marram/api-contract/paths'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import { type Outbox, queueMail } from '../mail/outbox'
import { subscribers } from './tables'

/**
 * Asks an address whether it wants the newsletter, once a day at the most; without one named, all that were never asked,
 * because the site sent no mail when they came.
 */
export async function askToConfirm(tx: Tx, { site }: Outbox, email?: string): Promise<void> {
  const never = isNull(subscribers.askedAt)
  const again = lt(subscribers.askedAt, sql`now() - interval '1 day'`)
  const due = email === undefined ? never : and(eq(subscribers.email, email), or(never, again))
  const asked = await tx
    .update(subscribers)
    .set({ askedAt: sql`now()` })
    .where(and(isNull(subscribers.confirmedAt), due))
    .returning()
  for (const { email: to, token, askedAt } of asked)
    await queueMail(tx, {
      ...{ key: `confirmation:${token}:${askedAt?.getTime()}`, to },
      kind: 'confirmation',
      subject: 'Do you want our newsletter?',
      text: `Hello,

somebody, and we hope it was you, asked for the newsletter of Marram to be sent to this address. If you want it, open this page and say so:

${site}${paths.newsletter({ confirm: token })}

If you do not, you need do nothing: we send you no newsletter, and delete your address after 30 days.

Marram, ${site}
`,
    })
}

/** Those who were asked and never answered. */
export async function forgetUnconfirmed(db: Db): Promise<void> {
  const late = lt(subscribers.askedAt, sql`now() - interval '30 days'`)
  await db.delete(subscribers).where(and(isNull(subscribers.confirmedAt), late))
}
