import { NotSent } from '@marram/server/mail'
import { and, asc, eq, gt, inArray, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RegistryContext } from '../context'
import { event, notification, recipient } from '../schema'
import { messageOf } from './message'
import { INTERNAL, isMail } from './targets'
import { InternalAddress, postWebhook } from './webhook'

type Row = typeof notification.$inferSelect

/** A target that does not respond occupies one of them. */
const LANES = 8
/** For one attempt. */
const LONGEST_MS = 10_000
/** Longer than any attempt takes. */
const LEASE_MS = 60_000
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000
/** A recipient that accepts nothing for that long misses the change. */
const GIVEN_UP_MS = 3 * 86_400_000
const KEPT_MS = 30 * 86_400_000

/** Sends everything that is due. Of several registries one sends it; one that is aborted leaves it to the next run. */
export async function sendDue(context: RegistryContext, signal = new AbortController().signal): Promise<void> {
  const lane = async () => {
    while (!signal.aborted) {
      const [taken] = await take(context)
      if (!taken) return
      await attempt(context, taken, signal)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Sends a waiting notification now, once. Returns it as it is afterwards. */
export async function sendNow(context: RegistryContext, id: string): Promise<Row> {
  const [taken] = await take(context, id)
  if (taken) await attempt(context, taken, new AbortController().signal)
  const [row] = await context.db.select().from(notification).where(eq(notification.id, id))
  return row as Row
}

export async function forgetSent({ db, now }: RegistryContext): Promise<void> {
  await db.delete(notification).where(lt(notification.endedAt, new Date(now().getTime() - KEPT_MS)))
}

/** Reserves the notification that has been due for the longest time, of a recipient to whom nothing is being sent. */
function take({ db, now }: RegistryContext, id?: string): Promise<Row[]> {
  const at = now()
  const other = alias(notification, 'other')
  const isBusy = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.recipient, notification.recipient), gt(other.takenUntil, at)))
  const isFree = or(isNull(notification.takenUntil), lte(notification.takenUntil, at))
  const isDue = and(eq(notification.state, 'waiting'), lte(notification.dueAt, at), isFree)
  const next = db
    .select({ id: notification.id })
    .from(notification)
    .where(id === undefined ? and(isDue, notExists(isBusy)) : and(isDue, eq(notification.id, id)))
    .orderBy(asc(notification.dueAt))
    .limit(1)
  return db.transaction(async (tx) => {
    // One after the other, of all registries: each has to see what those before it took.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notifications', 0))`)
    return tx
      .update(notification)
      .set({ attempts: sql`${notification.attempts} + 1`, takenUntil: new Date(at.getTime() + LEASE_MS) })
      .where(inArray(notification.id, next))
      .returning()
  })
}

/** What an attempt led to; `isFinal`: another one would lead to the same. */
type Outcome = { words: string; isSent: boolean; isFinal?: boolean }

async function attempt(context: RegistryContext, taken: Row, stopping: AbortSignal): Promise<void> {
  const { db, log, now, countNotification } = context
  const own = eq(notification.id, taken.id)
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_MS)])
  const outcome = await outcomeOf(() => send(context, taken, signal), signal)
  if (stopping.aborted && !outcome.isSent) {
    // The registry ended the attempt, not its target.
    const before = { attempts: taken.attempts - 1, takenUntil: null }
    await db.update(notification).set(before).where(own)
    return
  }
  const at = now().getTime()
  const dueAt = new Date(at + Math.min(FIRST_WAIT_MS * 2 ** (taken.attempts - 1), LONGEST_WAIT_MS))
  const isTest = taken.events.length === 0
  const isOver = outcome.isFinal || isTest || dueAt.getTime() - taken.at.getTime() > GIVEN_UP_MS
  const state = outcome.isSent ? 'sent' : isOver ? 'failed' : 'waiting'
  const ended = state === 'waiting' ? { dueAt } : { endedAt: now() }
  await db
    .update(notification)
    .set({ state, outcome: outcome.words, takenUntil: null, ...ended })
    .where(own)
  countNotification(outcome.isSent ? 'sent' : 'failed')
  // No address: whoever reads logs could send to it.
  const { recipient: to, attempts } = taken
  if (!outcome.isSent)
    log.warn({ recipient: to, attempts, state, outcome: outcome.words }, 'a notification was not sent')
}

async function outcomeOf(sending: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  try {
    return await sending()
  } catch (error) {
    if (error instanceof NotSent)
      return { words: `The mail was ${error.message}.`, isSent: false, isFinal: error.isFinal }
    if (error instanceof InternalAddress) return { words: INTERNAL, isSent: false }
    if (signal.aborted) return { words: `No response within ${LONGEST_MS / 1000} seconds.`, isSent: false }
    const { code, name } = error as NodeJS.ErrnoException
    return { words: `It could not be reached (${code ?? name}).`, isSent: false }
  }
}

async function send(context: RegistryContext, { id, ...taken }: Row, signal: AbortSignal): Promise<Outcome> {
  const { db, mail, internalWebhooks, consoleUrl } = context
  const [to] = await db.select().from(recipient).where(eq(recipient.id, taken.recipient))
  if (!to) return { words: 'It was removed.', isSent: false, isFinal: true }
  const events = await db.select().from(event).where(inArray(event.id, taken.events)).orderBy(asc(event.id))
  const { environment, target, secret } = to
  const message = messageOf({ environment, at: taken.at, events })
  if (isMail(target)) {
    if (!mail) return { words: 'This registry sends no mail: its MAIL_URL is not set.', isSent: false }
    const [subject = ''] = message.text.split('\n')
    const seen = consoleUrl && `\n\n${consoleUrl}/console/activity?environment=${environment}`
    const why = `You get this because ${to.by} chose so. To end it: npm run release -- notify remove ${to.id} --env ${environment}`
    const text = `${message.text}${seen ?? ''}\n\n${why}\n`
    await Promise.race([mail.send({ id, to: target, subject, text }), abortOf(signal)])
    return { words: 'The mail server accepted it.', isSent: true }
  }
  const body = JSON.stringify(message)
  const sent = { url: target, secret: secret ?? '', id, body, allowsInternal: internalWebhooks, signal }
  const status = await postWebhook(sent)
  if (status >= 300 && status < 400)
    return { words: `It responded ${status}, and redirects are not followed.`, isSent: false }
  // "Gone" asks for no other attempt.
  return { words: `It responded ${status}.`, isSent: status < 300, isFinal: status === 410 }
}

/** Rejects with the reason of a signal. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
