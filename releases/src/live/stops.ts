import { endings, type StopKind } from '@marram/release-contract/calls/stops'
import { SHELL } from '@marram/release-contract/release'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { stop } from '../schema'
import type { Change } from './change'
import { lockEnvironment } from './live'
import type { States } from './states'
import { refuseOutdatedStop, refuseUnknown } from './stop-lock'
import { growEnvironment } from './write-live'

export type Stop = typeof stop.$inferSelect

/** What is stopped in an environment at this moment. */
export const stopsOf = (
  db: ReleasesDatabase | ReleasesTransaction,
  environment: string,
  now: Date = new Date(),
): Promise<Stop[]> =>
  db
    .select()
    .from(stop)
    .where(and(eq(stop.environment, environment), or(isNull(stop.until), gt(stop.until, now))))
    .orderBy(stop.kind, stop.part)

type About = {
  environment: string
  kind: StopKind
  part?: string | undefined
  by: string
  /** Of the environment, that the caller has seen; without it, whoever comes last is right. */
  revision?: number | undefined
}
type Halt = About & { reason: string; notice?: string | undefined; until?: Date | undefined }

/** Stops a part or an environment, or changes reason and end of what is stopped already. */
export async function halt(db: ReleasesDatabase, wanted: Halt): Promise<Stop> {
  const { environment, kind, part, by, reason, notice, until, revision } = wanted
  if (kind === 'kill' && part === SHELL)
    throw new Refusal('refused', `Without the ${SHELL} there is no page that could say anything. Roll it back instead.`)
  if (until && until.getTime() <= Date.now()) throw new Refusal('invalid', 'The end must be in the future.')
  return db.transaction(async (tx) => {
    const now = await lockEnvironment(tx, environment)
    const before = await find(tx, wanted)
    if (!before) await refuseUnknown(tx, wanted)
    if (revision !== undefined) await refuseOutdatedStop(tx, wanted, revision, { environment: now, now: before })
    const row = { environment, kind, part: part ?? '', reason, notice: notice ?? null, by, until: until ?? null }
    const [written] = await tx
      .insert(stop)
      .values(row)
      .onConflictDoUpdate({
        target: [stop.environment, stop.kind, stop.part],
        set: { ...row, since: before?.since ?? new Date() },
      })
      .returning()
    await growEnvironment(tx, environment)
    await record(tx, {
      action: kind,
      actor: by,
      environment,
      part,
      reason,
      from: shown(before),
      to: shown(written),
      detail: { revision: now.revision + 1 },
    })
    return written as Stop
  })
}

/** Ends what is stopped; it goes on as it was, with whatever has changed meanwhile. */
export async function lift(
  db: ReleasesDatabase,
  about: About & { reason?: string | undefined },
): Promise<{ changed: boolean }> {
  const { environment, kind, part, by, reason, revision } = about
  return db.transaction(async (tx) => {
    const now = await lockEnvironment(tx, environment)
    const before = await find(tx, about)
    if (revision !== undefined) await refuseOutdatedStop(tx, about, revision, { environment: now, now: before })
    await tx.delete(stop).where(key(about))
    if (!before) return { changed: false }
    await growEnvironment(tx, environment)
    await record(tx, {
      action: endings[kind],
      actor: by,
      environment,
      part,
      reason,
      from: shown(before),
      to: null,
      detail: { revision: now.revision + 1 },
    })
    return { changed: true }
  })
}

const key = ({ environment, kind, part }: About) =>
  and(eq(stop.environment, environment), eq(stop.kind, kind), eq(stop.part, part ?? ''))

async function find(tx: ReleasesTransaction, about: About): Promise<Stop | undefined> {
  const [row] = await tx
    .select()
    .from(stop)
    .where(and(key(about), or(isNull(stop.until), gt(stop.until, new Date()))))
  return row
}

const shown = (row: Stop | undefined) =>
  row ? { reason: row.reason, notice: row.notice, until: row.until?.toISOString() ?? null } : null

/**
 * While something is frozen or locked, nothing new goes to anybody; going back to what was live for everybody is always
 * possible. A rollback of an environment may lead to what is newer, or was only ever in rollouts: that is no way back.
 */
export async function refuseStopped(
  tx: ReleasesTransaction,
  change: Change,
  before: States,
  after: States,
): Promise<void> {
  const { action, environment } = change
  if (action !== 'promote' && action !== 'canary' && action !== 'advance' && action !== 'rollback') return
  const growing = Object.keys(after).filter((part) => {
    const [was, is] = [before[part], after[part]]
    return grows(was, is) && !(action === 'rollback' && wasLive(was, is))
  })
  if (growing.length === 0) return
  for (const { kind, part, reason, by, until } of await stopsOf(tx, environment)) {
    if (kind === 'kill' || (kind === 'lock' && !growing.includes(part))) continue
    const what = kind === 'freeze' ? `${environment} is frozen` : `${part} is locked in ${environment}`
    const end = until ? `until ${until.toISOString()}` : 'until somebody ends that'
    throw new Refusal(
      'stopped',
      `${what} ${end}, by ${by}: ${reason}. Going back to what was live before is still possible.`,
      {
        stop: { kind, part: part || null, reason, by, until: until?.toISOString() ?? null },
      },
    )
  }
}

/** A step that was taken back, and a part that was taken away, are in no history of what is live: both would be news. */
const wasLive = (before: States[string] | undefined, after: States[string] | undefined): boolean =>
  before?.history.some(({ version }) => version === after?.stable) ?? false

/** Whether somebody gets something that they did not get before. */
function grows(before: States[string] | undefined, after: States[string] | undefined): boolean {
  if (!after) return false
  if (after.stable !== before?.stable) return true
  if (after.candidate === null) return false
  return after.candidate !== before.candidate || after.traffic > before.traffic
}
