import { isDeepStrictEqual } from 'node:util'
import type { PartChange } from '@marram/release-contract/calls/rollouts'
import { compositionId } from '@marram/release-contract/resolve'
import { record } from '../audit/audit'
import { noteNamed } from '../clean-up/unused-releases'
import type { RegistryContext } from '../context'
import type { ReleasesTransaction } from '../database'
import { releasesBehind } from '../discovery/discovery'
import { withoutEarlierCounts } from '../evidence/counts'
import { keepCurrent } from '../gate/keep-current'
import { Unchecked } from '../gate/problems'
import type { Change, LiveChange } from '../live/change'
import { type Problem, problemId } from '../live/compatibility'
import { type EnvironmentRow, lockEnvironment, type Rollout, rolloutRows, statesOf } from '../live/live'
import { onlyShrink, type State, type States } from '../live/states'
import { refuseStopped } from '../live/stops'
import { overriddenIn } from '../live/strategy-states'
import { stableVersions } from '../live/variants'
import { writeCompositions, writeStates } from '../live/write-live'
import { refuseOutdated, seenRevision } from './optimistic-lock'
import { refuseProblems } from './refuse-problems'

/** What is live may change while the gate looks; after so many attempts the call is refused. */
const ATTEMPTS = 4

type Plan = (states: States, known: States) => States

/** Everything that one call changes of what is live, with its events: all of it, or nothing. */
export async function changeLive(context: RegistryContext, change: Change, plan: Plan): Promise<LiveChange> {
  const seen = change.revision ?? (await seenRevision(context.db, change))
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await attemptChange(context, change, { plan, seen })
      if (answer.changed) keepCurrent(context, change.environment)
      return answer
    } catch (error) {
      if (!(error instanceof Unchecked) || attempt === ATTEMPTS) throw error
      await context.gate.ensure(error.subjects)
    }
  }
}

function attemptChange(
  { db, now }: RegistryContext,
  change: Change,
  { plan, seen }: { plan: Plan; seen: number },
): Promise<LiveChange> {
  return db.transaction(async (tx) => {
    const environment = await lockEnvironment(tx, change.environment)
    const rows = await rolloutRows(tx, change.environment)
    await refuseOutdated(tx, change, seen, { environment, rows })
    const before = statesOf(rows.filter(({ live }) => live))
    let after = await withoutEarlierCounts(tx, environment.name, before, plan(before, statesOf(rows)))
    const parts = Object.keys({ ...before, ...after }).filter((part) => !isDeepStrictEqual(before[part], after[part]))
    const overridden: Problem[] = []
    if (parts.length > 0) {
      await refuseStopped(tx, change, before, after)
      if (!harmless.includes(change.action) && !onlyShrink(before, after, parts))
        overridden.push(...(await refuseProblems(tx, { change, before, after, parts })))
      after = withOverride(after, change, overridden)
    }
    if (parts.length > 0) await noteNamed(tx, releasesBehind(rows.filter(({ live }) => live)), now())
    return write(tx, { change, environment, rows, before, after, parts, overridden })
  })
}

/** A strategy that began against the gate goes on against it. */
function withOverride(after: States, { part, by, reason, override }: Change, overridden: Problem[]): States {
  if (part === undefined || reason === undefined || !override || overridden.length === 0) return after
  return overriddenIn(after, part, { by, reason, problems: overridden.map(problemId) })
}

/** Nobody gets anything new by these. */
const harmless: Change['action'][] = ['abort', 'pause', 'resume', 'evidence']

function shown(state: State | undefined): PartChange['from'] {
  if (!state) return null
  const { stable, candidate, traffic, group, strategy } = state
  return { stable, candidate, traffic, group, strategy }
}

type Planned = {
  change: Change
  environment: EnvironmentRow
  rows: Rollout[]
  before: States
  after: States
  parts: string[]
  /** What the gate said against it. */
  overridden: Problem[]
}

async function write(
  tx: ReleasesTransaction,
  { change, environment, rows, before, after, parts, overridden }: Planned,
): Promise<LiveChange> {
  const composition = compositionId(stableVersions(after))
  const answer = {
    environment: environment.name,
    composition,
    previousComposition: compositionId(stableVersions(before)),
    states: after,
  }
  const seen = Object.fromEntries(rows.map(({ part, revision }) => [part, revision]))
  if (parts.length === 0)
    return { ...answer, revision: environment.revision, revisions: seen, changed: false, parts: [] }
  const revisions = await writeStates(tx, environment.name, after, parts)
  await writeCompositions(tx, environment.name, after)
  const changes = parts.map((part) => ({
    part,
    from: shown(before[part]),
    to: shown(after[part]),
    revision: revisions[part] as number,
  }))
  for (const { part, from, to, revision } of changes) {
    const { action, by: actor, reason } = change
    const version = to?.candidate ?? to?.stable ?? from?.stable
    const against = overridden.length > 0 ? { overridden } : {}
    const detail = { previous: from?.stable ?? null, revision, ...change.detail, ...against }
    const about = { action, actor, environment: environment.name, part, version, reason }
    await record(tx, { ...about, from, to, composition, detail })
  }
  return {
    ...answer,
    revision: environment.revision + 1,
    revisions: { ...seen, ...revisions },
    changed: true,
    parts: changes,
  }
}
