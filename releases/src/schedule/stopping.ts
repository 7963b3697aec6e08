import { endings, type StopKind } from '@marram/release-contract/calls/stops'
import type { Caller } from '@marram/release-contract/permissions'
import { SHELL } from '@marram/release-contract/release-files'
import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { callerOf, demand } from '../access/authorize'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import type { Exchange, Handlers, InputBy } from '../handler'
import type { Change } from '../live/change'
import { lockEnvironment, rolloutsOf } from '../live/live'
import { refuseOutdatedStop, type StopAbout } from '../live/optimistic-lock'
import { type Stop, shownStop } from '../live/stops'
import { growEnvironment } from '../live/write-live'
import { Refusal } from '../refusal'
import { release, stop } from '../schema'
import { failingIn } from './schedule'

/** A freeze has no part in its address. */
type OfPart = { part?: string | undefined }

/** Stops a part or an environment, or changes reason and end of an existing stop. */
const begin =
  (kind: StopKind) =>
  async (
    { db, now }: RegistryContext,
    { by, revision, ...input }: InputBy<'freeze'> & OfPart,
    { request }: Exchange,
  ) => {
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
    return { ...shownStop(after as Stop), failing: await failingIn(db, environment, now()) }
  }

type EndInput = InputBy<'unfreeze'> & OfPart

/** Ends a stop. The part continues as before, with the changes made meanwhile. */
const end =
  (kind: StopKind) =>
  async (
    { db, now }: RegistryContext,
    { by, reason, revision, environment, part }: EndInput,
    { request }: Exchange,
  ) => {
    const about = { environment, kind, part, by, caller: callerOf(request), reason, revision }
    const { before } = await change(db, about, async (tx) => void (await tx.delete(stop).where(key(about))))
    const failing = await failingIn(db, environment, now())
    return { changed: before !== undefined, environment, kind, part: part ?? null, failing }
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
