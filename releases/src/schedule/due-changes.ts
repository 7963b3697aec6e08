import { and, eq, lt, lte } from 'drizzle-orm'
import { demand } from '../access/authorize'
import { findHolderLater, type Holder } from '../access/tokens'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import { Stopping } from '../gate/gate'
import { Refusal } from '../refusal'
import { scheduledChange } from '../schema'

type Row = typeof scheduledChange.$inferSelect
/** Makes the call of a change in the name of its token. */
export type Make = (context: RegistryContext, change: Row, caller: Holder) => Promise<unknown>

/** Whoever scheduled it for nine does not expect it in the afternoon, because the registry was away until then. */
const LATEST_MS = 3_600_000
/** Longer than a trial of the gate takes. */
const LONGEST_MS = 15 * 60_000

/** Makes every change whose time has come, one after the other; of several registries one makes it. */
export async function makeDueChanges(context: RegistryContext, make: Make): Promise<void> {
  const { db, now } = context
  for (let due = await begin(context); due; due = await begin(context)) {
    const outcome = await made(context, due, make)
    if (outcome === LATER) {
      await db.update(scheduledChange).set({ state: 'waiting' }).where(eq(scheduledChange.id, due.id))
      return
    }
    const state = outcome === undefined ? 'done' : 'failed'
    await db.update(scheduledChange).set({ state, outcome, endedAt: now() }).where(eq(scheduledChange.id, due.id))
  }
  const outcome = 'The registry was interrupted while it made this. The activity shows whether it was made.'
  const isInterrupted = lt(scheduledChange.at, new Date(now().getTime() - LATEST_MS - LONGEST_MS))
  await db
    .update(scheduledChange)
    .set({ state: 'failed', outcome, endedAt: now() })
    .where(and(eq(scheduledChange.state, 'begun'), isInterrupted))
}

const KEPT_MS = 30 * 86_400_000

export async function forgetMade({ db, now }: RegistryContext): Promise<void> {
  await db.delete(scheduledChange).where(lt(scheduledChange.endedAt, new Date(now().getTime() - KEPT_MS)))
}

/** The next change whose time has come, which no other registry begins any more. */
async function begin({ db, now }: RegistryContext): Promise<Row | undefined> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(scheduledChange)
      .where(and(eq(scheduledChange.state, 'waiting'), lte(scheduledChange.at, now())))
      .orderBy(scheduledChange.at)
      .limit(1)
      .for('update', { skipLocked: true })
    if (due) await tx.update(scheduledChange).set({ state: 'begun' }).where(eq(scheduledChange.id, due.id))
    return due
  })
}

/** The registry stops: it is made after its next start. */
const LATER = Symbol('later')

/** Why it was not made; undefined if it was. */
async function made(context: RegistryContext, due: Row, make: Make): Promise<string | undefined | typeof LATER> {
  const { db, log, now, countFailure } = context
  const { id, environment, part, call, by: actor, reason, input } = due
  try {
    if (now().getTime() - due.at.getTime() > LATEST_MS)
      throw new Refusal('refused', 'The registry was away at its time, and came back more than an hour later.')
    const caller = await findHolderLater(db, due.token)
    if (!caller) throw new Refusal('forbidden', `The token "${actor}" is no longer valid.`)
    demand(caller, call, { environment, part: part ?? undefined })
    await make(context, due, caller)
    return undefined
  } catch (error) {
    if (error instanceof Stopping) return LATER
    const isRefused = error instanceof Refusal
    if (!isRefused) {
      log.error({ err: error, environment, part, call }, 'a scheduled change failed')
      countFailure('scheduled-job')
    }
    const message = isRefused ? error.message : 'The registry failed to do this. Its log says why.'
    const detail = { code: isRefused ? error.code : 'failed', message, scheduled: id }
    const { version } = input
    await record(db, { action: call, refused: true, actor, environment, part, version, reason, detail })
    return message
  }
}
