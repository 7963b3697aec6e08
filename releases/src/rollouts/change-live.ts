import { isDeepStrictEqual } from 'node:util'
import type { PartChange } from '@marram/release-contract/calls/rollouts'
import { whyNot } from '@marram/release-contract/permissions'
import { compositionId } from '@marram/release-contract/resolve'
import { demand } from '../access/authorize'
import { record } from '../audit/audit'
import { noteNamed } from '../clean-up/unused-releases'
import type { RegistryContext } from '../context'
import type { ReleasesTransaction } from '../database'
import { releasesBehind } from '../discovery/discovery'
import { withoutEarlierCounts } from '../evidence/counts'
import { isServed } from '../evidence/edges'
import { keepCurrent } from '../gate/keep-current'
import { free, reserve } from '../live/addresses'
import type { Change } from '../live/change'
import { type Problem, problemId } from '../live/compatibility'
import { type EnvironmentRow, lockEnvironment, type Rollout, retiredIn, rolloutRows, statesOf } from '../live/live'
import { refuseOutdated, seenRevision } from '../live/optimistic-lock'
import { companions, onlyShrink, type State, type States } from '../live/states'
import { refuseStopped } from '../live/stops'
import { stableVersions } from '../live/variants'
import { writeCompositions, writeStates } from '../live/write-live'
import { Refusal } from '../refusal'
import { type Planned, refuseProblems, Unchecked } from './refuse-problems'
import { overriddenIn } from './strategy-changes'

/** Live versions may change while the gate runs; after so many attempts the call is refused. */
const ATTEMPTS = 4

type Plan = (states: States, known: States) => States

/** Makes all changes of one call to live versions, with their events: all of them, or none. */
export async function changeLive(context: RegistryContext, change: Change, plan: Plan) {
  const seen = change.revision ?? (await seenRevision(context.db, change))
  const begunAt = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await attemptChange(context, change, { plan, seen, begunAt })
      if (done.changed) keepCurrent(context, change.environment)
      return done
    } catch (error) {
      if (!(error instanceof Unchecked) || attempt === ATTEMPTS) throw error
      const { subjects, inBrowser } = error
      if (change.action === 'advance') {
        // The scheduled run also judges every candidate, so it waits for no trial: a later run tries again.
        context.gate.begin(subjects, inBrowser)
        throw error
      }
      if (!(await context.gate.ensure(subjects, inBrowser))) throw error
    }
  }
}

/** Changes by which no visitor gets a new version. */
const harmless: Change['action'][] = ['abort', 'pause', 'resume', 'retire', 'evidence']

function attemptChange(
  { db, now, gate, files }: RegistryContext,
  change: Change,
  { plan, seen, begunAt }: { plan: Plan; seen: number; begunAt: number },
) {
  return db.transaction(async (tx) => {
    const mustBeOpened = async () => gate.hasBrowser && (await isServed(tx, change.environment, now()))
    const environment = await lockEnvironment(tx, change.environment)
    const rows = await rolloutRows(tx, change.environment)
    await refuseOutdated(tx, change, seen, { environment, rows })
    const live = rows.filter((row) => row.live)
    const before = statesOf(live)
    let after = await withoutEarlierCounts(tx, environment.name, before, plan(before, statesOf(rows)))
    const parts = Object.keys({ ...before, ...after }).filter((part) => !isDeepStrictEqual(before[part], after[part]))
    refuseForbidden(change, change.part === undefined ? parts : [...parts, ...companions(after, change.part)])
    await refuseRetired(tx, change, before, after)
    const overridden: Problem[] = []
    const claims: Write['claims'] = []
    const notOpened: string[] = []
    if (parts.length > 0) {
      await refuseStopped(tx, change, before, after)
      if (!harmless.includes(change.action) && !onlyShrink(before, after, parts)) {
        const found = await refuseProblems(
          tx,
          { change, before, after, parts },
          { begunAt, mustBeOpened, files, now: now() },
        )
        overridden.push(...found.problems)
        claims.push(...found.claims)
        notOpened.push(...found.notOpened)
        await reserve(tx, environment.name, claims, change.by)
      }
      const { part, by, reason, override } = change
      // A strategy that began with an override continues with it.
      if (part !== undefined && reason !== undefined && override && overridden.length > 0)
        after = overriddenIn(after, part, { by, reason, problems: overridden.map(problemId) })
      await noteNamed(tx, releasesBehind(live), now())
    }
    const freed = change.action === 'retire' && change.part ? await free(tx, environment.name, change.part) : []
    return write(tx, { change, environment, rows, before, after, parts, overridden, claims, freed, notOpened })
  })
}

/** Permissions that the route could not check: for overrides, and for all parts of the change or of a group that it may extend. */
function refuseForbidden({ caller, action, environment, override }: Change, parts: string[]): void {
  if (!caller || action === 'advance' || action === 'evidence') return
  if (override) demand(caller, 'override', { environment })
  for (const part of parts) demand(caller, action, { environment, part })
}

/** Bringing a retired part back needs the permission to retire it. */
async function refuseRetired(
  tx: ReleasesTransaction,
  { caller, environment }: Change,
  before: States,
  after: States,
): Promise<void> {
  const isBack = (part: string) =>
    !before[part] && caller && whyNot(caller, 'retire', { environment, part }) !== undefined
  const [retired] = await retiredIn(tx, [environment], Object.keys(after).filter(isBack))
  if (retired)
    throw new Refusal(
      'forbidden',
      `${retired.part} was retired from ${environment} by ${retired.by}: only a manager may bring it back.`,
    )
}

/** `overridden`: problems that a manager accepted; `claims`: addresses that are new to the parts. */
type Write = Planned & {
  environment: EnvironmentRow
  rows: Rollout[]
  overridden: Problem[]
  claims: { part: string; pattern: string }[]
  freed: string[]
  notOpened: string[]
}

async function write(tx: ReleasesTransaction, { overridden, claims, freed, notOpened, ...planned }: Write) {
  const { change, environment, rows, before, after, parts } = planned
  const { name, revision } = environment
  const composition = compositionId(stableVersions(after))
  const previousComposition = compositionId(stableVersions(before))
  /** For every part. */
  const revisions = Object.fromEntries(rows.map((row) => [row.part, row.revision]))
  const result = { environment: name, composition, previousComposition, states: after, notOpened }
  if (parts.length === 0) return { ...result, revision, revisions, changed: false, parts: [] }
  Object.assign(revisions, await writeStates(tx, name, after, parts))
  await writeCompositions(tx, name, after)
  const changes: PartChange[] = []
  for (const part of parts) {
    const own = { from: shown(before[part]), to: shown(after[part]) }
    const { action, by: actor, reason } = change
    const version = own.to?.candidate ?? own.to?.stable ?? own.from?.stable
    const reserved = claims.filter((claim) => claim.part === part).map(({ pattern }) => pattern)
    const detail = {
      ...{ previous: own.from?.stable ?? null, revision: revisions[part], ...change.detail },
      ...(overridden.length > 0 && { overridden }),
      ...(reserved.length > 0 && { reserved }),
      ...(notOpened.length > 0 && { notOpened }),
      ...(part === change.part && freed.length > 0 && { freed }),
    }
    await record(tx, { action, actor, environment: name, part, version, reason, ...own, composition, detail })
    changes.push({ part, ...own, revision: revisions[part] as number })
  }
  return { ...result, revision: revision + 1, revisions, changed: true, parts: changes }
}

function shown(state: State | undefined): PartChange['from'] {
  if (!state) return null
  const { stable, candidate, traffic, group, strategy } = state
  return { stable, candidate, traffic, group, strategy }
}
