import type { Changed, EnvironmentChanged, StrategyWanted } from '@marram/release-contract/calls/rollouts'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import type { Handlers } from '../handler'
import type { Change } from '../live/change'
import { compositionLiveIn } from '../live/compositions'
import { readReleases, releaseKey, revisionOf, rolloutsOf } from '../live/live'
import { aborted, canaried, promoted, restored, rolledBack, type States } from '../live/states'
import { begun, trafficOf } from '../live/strategy'
import { pausedIn, resumedIn } from '../live/strategy-states'
import { Refusal } from '../refusal'
import { changeLive } from './change-live'

export type Target = Omit<Change, 'action' | 'part' | 'detail'>
type PartTarget = Target & { part: string }

/**
 * Makes a version live for everyone: the one that is named, the one that is live in another environment (`from`),
 * or the candidate with all of its group.
 */
export async function promote(
  context: RegistryContext,
  { version: named, from, ...target }: PartTarget & { version?: string | undefined; from?: string | undefined },
): Promise<Changed> {
  const version = from === undefined ? named : await versionIn(context.db, from, target.part, named)
  const detail = from === undefined ? {} : { from }
  return changePart(context, { ...target, action: 'promote', detail }, (states) =>
    promoted(states, { ...target, version: version ?? candidateOf(states, target) }),
  )
}

/** Gives a version to a percentage of the visitors; without a version, more or less of the candidate. */
export const canary = async (
  context: RegistryContext,
  {
    version,
    traffic: share,
    group,
    strategy: wanted,
    ...target
  }: PartTarget & {
    version?: string | undefined
    traffic?: number | undefined
    group?: string | undefined
    strategy?: StrategyWanted | undefined
  },
): Promise<Changed> => {
  const strategy = wanted && begun(wanted, context.now())
  const traffic = strategy ? trafficOf(strategy) : share
  if (traffic === undefined || (strategy && share !== undefined))
    throw new Refusal('invalid', 'Say either how many visitors get it, or by which strategy it grows.')
  return changePart(context, { ...target, action: 'canary' }, (states) =>
    canaried(states, {
      ...target,
      traffic,
      group,
      strategy,
      now: context.now(),
      version: version ?? candidateOf(states, target),
    }),
  )
}

/** Holds the strategy where it is; visitors keep what they have. */
export const pause = (context: RegistryContext, target: PartTarget): Promise<Changed> =>
  changePart(context, { ...target, action: 'pause' }, (states) => pausedIn(states, { ...target, now: context.now() }))

/** Goes on with a strategy that was paused or that waits for somebody. */
export const resume = (context: RegistryContext, target: PartTarget): Promise<Changed> =>
  changePart(context, { ...target, action: 'resume' }, (states) => resumedIn(states, { ...target, now: context.now() }))

/** Ends a rollout: everybody has the stable version again. Nothing changes where there is none. */
export const abort = (context: RegistryContext, target: PartTarget): Promise<Changed> =>
  changePart(context, { ...target, action: 'abort' }, (states) => {
    if (states[target.part]) return aborted(states, target.part)
    throw new Refusal('not-found', `${target.part} is not live in ${target.environment}.`)
  })

/** Takes the candidate away, else goes back to what was live before, or further back to `version`. */
export const rollBack = (
  context: RegistryContext,
  { version, ...target }: PartTarget & { version?: string | undefined },
): Promise<Changed> =>
  changePart(context, { ...target, action: 'rollback' }, (states) => rolledBack(states, { ...target, version }))

/** Goes back to exactly the versions of a composition that was live: parts that came later are live no more. */
async function rollBackEnvironment(
  context: RegistryContext,
  { composition: id, ...target }: Target & { composition: string },
): Promise<EnvironmentChanged> {
  const revision = target.revision ?? (await revisionOf(context.db, target.environment))
  const wanted = await compositionLiveIn(context.db, target.environment, id)
  const change = { ...target, revision, action: 'rollback' as const, detail: { composition: wanted.id } }
  const {
    states: _states,
    revisions: _revisions,
    ...answer
  } = await changeLive(context, change, (states, known) => restored(states, known, wanted.versions, target.by))
  return answer
}

function candidateOf(states: States, { part, environment }: PartTarget): string {
  const candidate = states[part]?.candidate
  if (candidate) return candidate
  throw new Refusal('invalid', `No other version of ${part} is being rolled out in ${environment}. Name the VERSION.`)
}

/** Promoting from another environment means what was tried there, not what somebody remembers of it. */
async function versionIn(db: ReleasesDatabase, from: string, part: string, named: string | undefined): Promise<string> {
  await revisionOf(db, from)
  const there = (await rolloutsOf(db, from)).find((one) => one.part === part)
  if (!there) throw new Refusal('refused', `${part} is not live in ${from}: there is nothing to promote from there.`)
  if (named === undefined || named === there.stable) return there.stable
  throw new Refusal('refused', `${part} ${named} is not what is live in ${from}: that is ${there.stable}.`)
}

async function changePart(
  context: RegistryContext,
  change: Change & { part: string },
  plan: (states: States) => States,
): Promise<Changed> {
  const { part, environment } = change
  const { states, revisions, parts, composition, changed } = await changeLive(context, change, plan)
  const own = parts.find((one) => one.part === part)
  const { stable, candidate, traffic, group, strategy } = states[part] as States[string]
  const version = candidate ?? stable
  const known = await readReleases(context.db, [{ part, version }])
  return {
    environment,
    part,
    version: stable,
    previous: own ? (own.from?.stable ?? null) : stable,
    candidate,
    traffic,
    group,
    strategy,
    integrity: known.get(releaseKey(part, version))?.integrity ?? '',
    revision: revisions[part] as number,
    composition,
    changed,
    parts,
  }
}

export const rolloutHandlers = {
  promote: (context, input, { by }) => promote(context, { ...input, by }),
  canary: (context, input, { by }) => canary(context, { ...input, by }),
  abort: (context, input, { by }) => abort(context, { ...input, by }),
  pause: (context, input, { by }) => pause(context, { ...input, by }),
  resume: (context, input, { by }) => resume(context, { ...input, by }),
  rollback: (context, input, { by }) => rollBack(context, { ...input, by }),
  rollbackEnvironment: (context, input, { by }) => rollBackEnvironment(context, { ...input, by }),
} satisfies Partial<Handlers>
