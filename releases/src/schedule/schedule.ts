import { randomBytes } from 'node:crypto'
import type { ScheduledCall } from '@marram/release-contract/calls/schedule'
import type { Subject } from '@marram/release-contract/permissions'
import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { callerOf, demand } from '../access/authorize'
import { record } from '../audit/audit'
import type { Db } from '../database'
import type { Handlers } from '../handler'
import { getRelease, lockEnvironment, readReleases, revisionOf, rolloutsOf, statesOf } from '../live/live'
import { companions, type States } from '../live/states'
import { type Stop, stopsOf } from '../live/stops'
import { Refusal } from '../refusal'
import { scheduledChange } from '../schema'
import { type Later, laterWords } from './later-words'

type Row = typeof scheduledChange.$inferSelect

const WEEK_MS = 7 * 86_400_000
/** Nobody remembers what was scheduled for later than that. */
const FURTHEST_MS = 366 * 86_400_000
/** Limit for one environment. */
const MOST_WAITING = 100

const shown = ({ token: _, input, endedAt: __, ...row }: Row) => ({
  ...row,
  what: laterWords(row.environment, { ...row, input }),
})

const waitingIn = (db: Db, environment: string): Promise<Row[]> =>
  db
    .select()
    .from(scheduledChange)
    .where(and(eq(scheduledChange.environment, environment), eq(scheduledChange.state, 'waiting')))
    .orderBy(scheduledChange.at)

/** What is known now of what could stand against a change. */
const knownOf = async (db: Db, environment: string, now: Date) => ({
  waiting: await waitingIn(db, environment),
  stops: await stopsOf(db, environment, now),
  states: statesOf(await rolloutsOf(db, environment)),
})

/** What waits in an environment, the next one first. `problem`: why it cannot be made at its time, as far as is known now. */
export async function scheduledIn(db: Db, environment: string, now: Date) {
  const known = await knownOf(db, environment, now)
  return known.waiting.map((row) => {
    const others = known.waiting.filter(({ id }) => id !== row.id)
    return { ...shown(row), problem: collisionOf(environment, row, { ...known, waiting: others }) ?? null }
  })
}

/** A sentence for each change that waits and cannot be made at its time. */
export const failingIn = async (db: Db, environment: string, now: Date): Promise<string[]> =>
  (await scheduledIn(db, environment, now)).flatMap(({ problem, by, what, at }) =>
    problem === null
      ? []
      : [`What ${by} has scheduled for ${at.toISOString()} cannot be made then (${what}): ${problem}`],
  )

export const scheduleHandlers = {
  /** Refused if it collides with what waits already, or with what is stopped until then. */
  schedule: async ({ db, now }, { environment, at: moment, by, reason, call, ...given }, { request }) => {
    const caller = callerOf(request)
    const { part = null, ...input } = given as { part?: string } & Later['input']
    const subject: Subject = { environment, part: part ?? undefined }
    demand(caller, 'schedule', subject)
    demand(caller, call, subject)
    const at = new Date(moment)
    const ahead = at.getTime() - now().getTime()
    if (ahead <= 0) throw new Refusal('invalid', 'The time must be in the future. To make it now, use the call itself.')
    if (ahead > FURTHEST_MS) throw new Refusal('invalid', 'The time must be within a year.')
    if (input.until !== undefined && new Date(input.until) <= at)
      throw new Refusal('invalid', 'The end must be after the beginning.')
    const wanted: Later = { call, part, at, input }
    return db.transaction(async (tx) => {
      await lockEnvironment(tx, environment)
      if (part !== null && input.version !== undefined) {
        const version = { part, version: input.version }
        getRelease(await readReleases(tx, [version]), version)
      }
      const known = await knownOf(tx, environment, now())
      if (known.waiting.length >= MOST_WAITING)
        throw new Refusal('refused', `${MOST_WAITING} changes of ${environment} wait already.`)
      const collision = collisionOf(environment, wanted, known)
      if (collision) throw new Refusal('conflict', `${collision} Choose another time, or end that first.`)
      const id = randomBytes(4).toString('hex')
      const row = { ...wanted, id, environment, by, reason, token: caller.id, createdAt: now() }
      const [written] = await tx.insert(scheduledChange).values(row).returning()
      const change = shown(written as Row)
      const to = { id, what: change.what, at: at.toISOString() }
      const { version } = input
      await record(tx, { action: 'schedule', actor: by, environment, part, version, reason, from: null, to })
      return change
    })
  },

  async listSchedule({ db, now }, { environment }) {
    await revisionOf(db, environment)
    const { at, endedAt, state } = scheduledChange
    const own = eq(scheduledChange.environment, environment)
    const begun = await db
      .select()
      .from(scheduledChange)
      .where(and(own, eq(state, 'begun')))
      .orderBy(asc(at))
    const waiting = await scheduledIn(db, environment, now())
    const isRecent = gt(endedAt, new Date(now().getTime() - WEEK_MS))
    const ended = await db
      .select()
      .from(scheduledChange)
      .where(and(own, isRecent))
      .orderBy(desc(endedAt))
      .limit(MOST_WAITING)
    return { environment, changes: [...begun.map(shown), ...waiting, ...ended.map(shown)] }
  },

  /** Whoever could schedule it may take it back, as long as it waits. */
  unschedule: ({ db, now }, { environment, change: id, by, reason }, { request }) =>
    db.transaction(async (tx) => {
      const own = and(eq(scheduledChange.environment, environment), eq(scheduledChange.id, id))
      const [ended] = await tx
        .delete(scheduledChange)
        .where(and(own, eq(scheduledChange.state, 'waiting')))
        .returning()
      if (!ended) throw new Refusal('not-found', `No change ${id} waits in ${environment}: it was made, or taken back.`)
      const { part, at } = ended
      const subject: Subject = { environment, part: part ?? undefined }
      demand(callerOf(request), 'schedule', subject)
      demand(callerOf(request), ended.call, subject)
      const { what } = shown(ended)
      const from = { id, what, at: at.toISOString() }
      await record(tx, { action: 'unschedule', actor: by, environment, part, reason, from, to: null })
      return { id, what, at, failing: await failingIn(tx, environment, now()) }
    }),
} satisfies Partial<Handlers>

type Known = { waiting: (Later & { by: string })[]; stops: Stop[]; states: States }

/** Two changes of one part, of parts that change together, or of the whole environment cannot both be meant within this time. */
const NEAR_MS = 10 * 60_000

/** Why a change cannot be made at its time, as far as is known now: what waits already, and what is stopped until then. */
export function collisionOf(environment: string, wanted: Later, { waiting, stops, states }: Known): string | undefined {
  const together = wanted.part !== null && isOfRollout(wanted) ? companions(states, wanted.part) : []
  for (const other of waiting) {
    const words = `${other.by} has scheduled to ${laterWords(environment, other)} at ${other.at.toISOString()}`
    const isNear = Math.abs(other.at.getTime() - wanted.at.getTime()) < NEAR_MS
    if (other.part === wanted.part && isNear) return `${words}, less than ten minutes apart.`
    if (other.part !== null && together.includes(other.part) && isOfRollout(other) && isNear)
      return `${words}, less than ten minutes apart, and ${wanted.part} and ${other.part} change together.`
    if (isFrozenBy(other, wanted) || isFrozenBy(wanted, other))
      return `${words}: nothing new goes live during a freeze.`
  }
  if (!isNew(wanted)) return undefined
  const stop = stops.find(({ kind, part, until }) => {
    const isOfIt = kind === 'freeze' || (kind === 'lock' && part === wanted.part)
    const ends = waiting.some(({ call, part: of, at }) => at < wanted.at && isEnd(kind, call) && (of ?? '') === part)
    return isOfIt && (until === null || until > wanted.at) && !ends
  })
  if (!stop) return undefined
  const what = stop.kind === 'freeze' ? `${environment} is frozen` : `${stop.part} is locked in ${environment}`
  return `${what} ${stop.until ? `until ${stop.until.toISOString()}` : 'until somebody ends that'}, by ${stop.by} (${stop.reason}).`
}

/** Whether it changes the candidates of a group together. */
const isOfRollout = ({ call }: Later) => isNew({ call }) || call === 'rollback' || call === 'abort'

/** Whether visitors get something new by it. */
const isNew = ({ call }: Pick<Later, 'call'>) => call === 'promote' || call === 'canary'

const isEnd = (kind: string, call: ScheduledCall) =>
  (kind === 'freeze' && call === 'unfreeze') || (kind === 'lock' && call === 'unlock')

/** Another freeze would change the end of the first one. */
const isFrozenBy = (freeze: Later, other: Later): boolean =>
  freeze.call === 'freeze' &&
  (isNew(other) || other.call === 'freeze') &&
  other.at >= freeze.at &&
  other.at.getTime() < Date.parse(freeze.input.until ?? '')
