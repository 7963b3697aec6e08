import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, like } from 'drizzle-orm'
import { callerOf, demand } from '../access/authorize'
import { record } from '../audit/audit'
import type { Db } from '../database'
import type { Handlers } from '../handler'
import { lockEnvironment, revisionOf } from '../live/live'
import { Refusal } from '../refusal'
import { event, notification, recipient } from '../schema'
import { changeWords } from './message'
import { sendNow } from './send-due'
import { checkedTarget, isMail, shownTarget } from './targets'
import { newSecret } from './webhook'

type Row = typeof recipient.$inferSelect

/** Limit for one part of an environment, and for those of all parts. */
const MOST = 20
const TEST_EVERY_MS = 60_000

const shown = ({ secret: _, ...row }: Row) => ({ ...row, target: shownTarget(row.target) })

const shownNotification = ({
  id,
  recipient,
  at,
  state,
  attempts,
  dueAt,
  outcome,
}: typeof notification.$inferSelect) => {
  return { id, recipient, at, state, attempts, dueAt, outcome }
}

async function recipientOf(db: Db, environment: string, id: string): Promise<Row> {
  const own = and(eq(recipient.environment, environment), eq(recipient.id, id))
  const [found] = await db.select().from(recipient).where(own)
  if (!found) throw new Refusal('not-found', `${environment} has no recipient ${id}. notify list shows all.`)
  return found
}

export const notificationHandlers = {
  addRecipient: (context, { environment, target: given, part, by, reason }, { request }) =>
    context.db.transaction(async (tx) => {
      demand(callerOf(request), 'notify', { environment, part })
      const target = checkedTarget(given, context)
      await lockEnvironment(tx, environment)
      const ofPart = part === undefined ? isNull(recipient.part) : eq(recipient.part, part)
      if ((await tx.$count(recipient, and(eq(recipient.environment, environment), ofPart))) >= MOST)
        throw new Refusal('refused', `${part ?? environment} has ${MOST} recipients already.`)
      const id = randomBytes(4).toString('hex')
      const secret = isMail(target) ? null : newSecret()
      const row = { id, environment, part: part ?? null, target, secret, by, createdAt: context.now() }
      await tx.insert(recipient).values(row)
      const to = { id, target: shownTarget(target) }
      await record(tx, { action: 'notify', actor: by, environment, part, reason, from: null, to })
      return { ...shown(row), secret }
    }),

  async listRecipients({ db }, { environment }) {
    await revisionOf(db, environment)
    const own = eq(recipient.environment, environment)
    const rows = await db.select().from(recipient).where(own).orderBy(asc(recipient.createdAt))
    return { environment, recipients: rows.map(shown) }
  },

  removeRecipient: ({ db }, { environment, recipient: id, by, reason }, { request }) =>
    db.transaction(async (tx) => {
      const found = await recipientOf(tx, environment, id)
      const { part } = found
      demand(callerOf(request), 'notify', { environment, part: part ?? undefined })
      await tx.delete(recipient).where(eq(recipient.id, id))
      const from = { id, target: shownTarget(found.target) }
      await record(tx, { action: 'notify', actor: by, environment, part, reason, from, to: null })
      return shown(found)
    }),

  async testRecipient(context, { environment, recipient: id, by, reason }, { request }) {
    const { db, now } = context
    const to = await recipientOf(db, environment, id)
    demand(callerOf(request), 'notify', { environment, part: to.part ?? undefined })
    const target = shownTarget(to.target)
    const queued = await db.transaction(async (tx) => {
      const of = { environment, part: to.part, reason, from: null, to: { id, target, sent: 'a test' } }
      const lately = gt(notification.at, new Date(now().getTime() - TEST_EVERY_MS))
      const tests = and(eq(notification.recipient, id), like(notification.transaction, 'test %'), lately)
      if ((await tx.$count(notification, tests)) > 0)
        throw new Refusal('refused', `${target} was sent a test less than a minute ago.`)
      await record(tx, { action: 'notify', actor: by, ...of })
      const transaction = `test ${randomBytes(8).toString('hex')}`
      const row = { recipient: id, transaction, events: [], at: now(), dueAt: now() }
      return tx.insert(notification).values(row).returning({ id: notification.id })
    })
    const sent = await sendNow(context, queued[0]?.id ?? '')
    return { ...shownNotification(sent), target, what: changeWords({ environment, events: [] }) }
  },

  async listNotifications({ db }, { environment, recipient: id, limit }) {
    await revisionOf(db, environment)
    const rows = await db
      .select({ notification, target: recipient.target })
      .from(notification)
      .innerJoin(recipient, eq(recipient.id, notification.recipient))
      .where(and(eq(recipient.environment, environment), id === undefined ? undefined : eq(recipient.id, id)))
      .orderBy(desc(notification.at))
      .limit(limit)
    const ids = rows.flatMap(({ notification: { events } }) => events)
    const events = await db.select().from(event).where(inArray(event.id, ids)).orderBy(asc(event.id))
    return {
      environment,
      notifications: rows.map(({ notification: row, target }) => {
        const own = events.filter((each) => row.events.includes(each.id))
        return {
          ...shownNotification(row),
          target: shownTarget(target),
          what: changeWords({ environment, events: own }),
        }
      }),
    }
  },
} satisfies Partial<Handlers>
