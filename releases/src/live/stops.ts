import { endings, type StopKind } from '@marram/release-contract/calls/stops'
import type { Caller } from '@marram/release-contract/permissions'
import { SHELL } from '@marram/release-contract/release'
import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { callerOf, demand } from '../access/authorize'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { Db, ReleasesDatabase, ReleasesTransaction } from '../database'
import type { Exchange, Handlers, InputBy } from '../handler'
import { Refusal } from '../refusal'
import { release, stop } from '../schema'
import type { Change } from './change'
import { lockEnvironment, rolloutsOf } from './live'
import { refuseOutdatedStop, type StopAbout } from './optimistic-lock'
import type { States } from './states'
import { growEnvironment } from './write-live'

export type Stop = typeof stop.$inferSelect

/** The current stops of an environment. */
export const stopsOf = (db: Db, environment: string, now: Date = new Date()): Promise<Stop[]> =>
  db
    .select()
    .from(stop)
    .where(and(eq(stop.environment, environment), or(isNull(stop.until), gt(stop.until, now))))
    .orderBy(stop.kind, stop.part)

/** The form in responses: a freeze has no part. */
export const shownStop = (row: Stop) => ({ ...row, part: row.part || null })

/** A freeze has no part in its address. */
type OfPart = { part?: string | undefined }

/** Stops a part or an environment, or changes reason and end of an existing stop. */
const begin =
  (kind: StopKind) =>
  async ({ db }: RegistryContext, { by, revision, ...input }: InputBy<'freeze'> & OfPart, { request }: Exchange) => {
    const caller = callerOf(request)
    const { environment, part, reason, notice = null } = input
    const until = input.until === undefined ? null : new Date(input.until)
    if (kind === 'kill' && part === SHELL)
      throw new Refusal('refused', `Without the ${SHELL} no page could show a notice. Roll it back instead.`)
    if (until && until.getTime() <= Date.now()) throw new Refusal('invalid', 'The end must be in the future.')
    const { after } = await change(
      db,
      { environment, kind, part, by, caller, reason, revision },
      async (tx, before) => {
        if (!before) await refuseUnknown(tx, { environment, kind, part })
        const row = { environment, kind, part: part ?? '', reason, notice, by, byRole: caller.role, until }
        const target = [stop.environment, stop.kind, stop.part]
        const set = { ...row, since: before?.since ?? new Date() }
        const [written] = await tx.insert(stop).values(row).onConflictDoUpdate({ target, set }).returning()
        return written
      },
    )
    return shownStop(after as Stop)
  }

type EndInput = InputBy<'unfreeze'> & OfPart

/** Ends a stop. The part continues as before, with the changes made meanwhile. */
const end =
  (kind: StopKind) =>
  async ({ db }: RegistryContext, { by, reason, revision, environment, part }: EndInput, { request }: Exchange) => {
    const about = { environment, kind, part, by, caller: callerOf(request), reason, revision }
    const { before } = await change(db, about, async (tx) => void (await tx.delete(stop).where(key(about))))
    return { changed: before !== undefined, environment, kind, part: part ?? null }
  }

/** `revision`: of the environment, that the caller has seen; without it, the last change wins. */
type Changing = StopAbout & Pick<Change, 'by' | 'reason' | 'revision'> & { caller: Caller }
type Write = (tx: ReleasesTransaction, before: Stop | undefined) => Promise<Stop | undefined>

/** In one transaction with its event; with no stop before and none after, nothing has changed. */
function change(db: ReleasesDatabase, { by: actor, caller, reason, revision, ...about }: Changing, write: Write) {
  const { environment, kind, part } = about
  return db.transaction(async (tx) => {
    const now = await lockEnvironment(tx, environment)
    const [before] = await tx
      .select()
      .from(stop)
      .where(and(key(about), or(isNull(stop.until), gt(stop.until, new Date()))))
    if (before) demand(caller, kind, { environment, part, stoppedBy: before.byRole })
    if (revision !== undefined) await refuseOutdatedStop(tx, about, revision, { revision: now.revision, now: before })
    const after = await write(tx, before)
    if (!before && !after) return { before, after }
    await growEnvironment(tx, environment)
    const detail = { revision: now.revision + 1 }
    const action = after ? kind : endings[kind]
    await record(tx, { action, actor, environment, part, reason, from: state(before), to: state(after), detail })
    return { before, after }
  })
}

const key = ({ environment, kind, part }: StopAbout) =>
  and(eq(stop.environment, environment), eq(stop.kind, kind), eq(stop.part, part ?? ''))

const state = (row: Stop | undefined) => (row ? { reason: row.reason, notice: row.notice, until: row.until } : null)

/** Refuses a mistyped name. A part can be locked before it is live; what was published once can be published again. */
async function refuseUnknown(tx: ReleasesTransaction, { environment, kind, part }: StopAbout): Promise<void> {
  if (part === undefined || kind === 'freeze') return
  if (kind === 'kill') {
    const live = (await rolloutsOf(tx, environment)).map((row) => row.part)
    if (live.includes(part)) return
    const there = live.length === 0 ? 'Nothing is live there.' : `Live there: ${live.join(', ')}.`
    throw new Refusal('not-found', `${part} is not live in ${environment}. ${there}`)
  }
  const { part: name, completedAt } = release
  const rows = await tx.selectDistinct({ name }).from(release).where(isNotNull(completedAt)).orderBy(name)
  const published = rows.map((row) => row.name)
  if (published.includes(part)) return
  const there = published.length === 0 ? 'Nothing is published yet.' : `Published: ${published.join(', ')}.`
  throw new Refusal('not-found', `${part} was never published. ${there}`)
}

export const stopHandlers = {
  kill: begin('kill'),
  revive: end('kill'),
  freeze: begin('freeze'),
  unfreeze: end('freeze'),
  lock: begin('lock'),
  unlock: end('lock'),
} satisfies Partial<Handlers>

/**
 * While something is frozen or locked, no visitor gets anything new; going back to versions that were live for everybody is
 * always possible. A rollback of an environment can lead to newer versions, or versions that were only in rollouts: those
 * count as new.
 */
export async function refuseStopped(
  tx: ReleasesTransaction,
  { action, environment }: Change,
  before: States,
  after: States,
): Promise<void> {
  if (!['promote', 'canary', 'advance', 'rollback'].includes(action)) return
  const growing = Object.keys(after).filter((part) => {
    const [was, is] = [before[part], after[part]]
    return grows(was, is) && !(action === 'rollback' && wasLive(was, is))
  })
  if (growing.length === 0) return
  for (const { kind, part, reason, by, until } of await stopsOf(tx, environment)) {
    if (kind === 'kill' || (kind === 'lock' && !growing.includes(part))) continue
    const what = kind === 'freeze' ? `${environment} is frozen` : `${part} is locked in ${environment}`
    const end = until ? `until ${until.toISOString()}` : 'until somebody ends that'
    const message = `${what} ${end}, by ${by}: ${reason}. Going back to what was live before is still possible.`
    throw new Refusal('stopped', message, { stop: { kind, part: part || null, reason, by, until } })
  }
}

/** False for a reverted step and a removed part: neither is in the history of live versions. */
const wasLive = (before: States[string] | undefined, after: States[string] | undefined): boolean =>
  before?.history.some(({ version }) => version === after?.stable) ?? false

/** Whether any visitor gets a version that they did not get before. */
const grows = (before: States[string] | undefined, after: States[string] | undefined): boolean =>
  after !== undefined &&
  (after.stable !== before?.stable ||
    (after.candidate !== null && (after.candidate !== before.candidate || after.traffic > before.traffic)))
