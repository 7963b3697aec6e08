import { SHELL } from '@marram/release-contract/release-files'
import { callerOf, demand } from '../access/authorize'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import { killedOf } from '../evidence/edge-text'
import type { Handler, Handlers, InputBy } from '../handler'
import type { Change } from '../live/change'
import { compositionLiveIn } from '../live/compositions'
import { findRollout, readReleases, releaseKey, revisionOf } from '../live/live'
import { aborted, canaried, promoted, restored, retired, rolledBack, type States } from '../live/states'
import { stopsOf } from '../live/stops'
import { Refusal } from '../refusal'
import { changeLive } from './change-live'
import { begun, trafficOf } from './strategy'
import { pausedIn, resumedIn } from './strategy-changes'

type Plan = (states: States, target: InputBy<'rollback'>, now: Date) => States

/** A call that changes a part by a function of its live state. Most of them name no version. */
const changeBy =
  (action: 'pause' | 'resume' | 'abort' | 'rollback', plan: Plan): Handler<'rollback'> =>
  (context, target, { request }) =>
    changePart(context, { ...target, caller: callerOf(request), action }, (states) =>
      plan(states, target, context.now()),
    )

export const rolloutHandlers = {
  /** Makes live for everyone: the named version, the one that is live in `from`, or the candidate with its group. */
  async promote(context, { version: named, from, ...target }, { request }) {
    const caller = callerOf(request)
    const version = from === undefined ? named : await versionIn(context.db, from, target.part, named)
    const detail = from === undefined ? {} : { from }
    return changePart(context, { ...target, caller, action: 'promote', detail }, (states) =>
      promoted(states, { ...target, version: version ?? candidateOf(states, target) }),
    )
  },

  async canary(context, { version, traffic: share, group, strategy: wanted, ...target }, { request }) {
    const caller = callerOf(request)
    // Beginning or joining a group also changes its other parts.
    if (group !== undefined) demand(caller, 'canary', { environment: target.environment })
    const now = context.now()
    const strategy = wanted && begun(wanted, now)
    const traffic = strategy ? trafficOf(strategy) : share
    if (traffic === undefined || (strategy && share !== undefined))
      throw new Refusal(
        'invalid',
        'Give either the percentage of visitors that get it, or the strategy by which it grows.',
      )
    return changePart(context, { ...target, caller, action: 'canary' }, (states) =>
      canaried(states, { ...target, traffic, group, strategy, now, version: version ?? candidateOf(states, target) }),
    )
  },

  pause: changeBy('pause', (states, target, now) => pausedIn(states, { ...target, now })),
  resume: changeBy('resume', (states, target, now) => resumedIn(states, { ...target, now })),

  /** Ends a rollout: everybody gets the stable version again. Without a rollout, nothing changes. */
  abort: changeBy('abort', (states, { part, environment }) => {
    if (states[part]) return aborted(states, part)
    throw new Refusal('not-found', `${part} is not live in ${environment}.`)
  }),

  /** Ends the candidate's rollout, else goes back to the previous live version, or further back to `version`. */
  rollback: changeBy('rollback', rolledBack),

  async retire(context, { part, ...target }, { request }) {
    if (part === SHELL) throw new Refusal('refused', `Without the ${SHELL} there are no pages. Roll it back instead.`)
    const change = { ...target, part, caller: callerOf(request), action: 'retire' as const }
    const done = await changeLive(context, change, (states) =>
      retired(states, { part, environment: target.environment }),
    )
    // Nothing of a retired part is shown, not even its notice.
    const others = done.parts.flatMap((each) => (each.part === part ? [] : [each.part]))
    return { ...done, killed: await killedIn(context, target.environment, others) }
  },

  /** Goes back to exactly the versions of a composition that was live: parts that came later are no longer live. */
  async rollbackEnvironment(context, { composition, ...target }, { request }) {
    const revision = target.revision ?? (await revisionOf(context.db, target.environment))
    const { id, versions } = await compositionLiveIn(context.db, target.environment, composition)
    const caller = callerOf(request)
    const change = { ...target, caller, revision, action: 'rollback' as const, detail: { composition: id } }
    const done = await changeLive(context, change, (states, known) => restored(states, known, versions, target.by))
    return { ...done, killed: await killedIn(context, target.environment, Object.keys(versions)) }
  },
} satisfies Partial<Handlers>

function candidateOf(states: States, { part, environment }: Pick<InputBy<'promote'>, 'part' | 'environment'>): string {
  const candidate = states[part]?.candidate
  if (candidate) return candidate
  throw new Refusal('invalid', `No other version of ${part} is being rolled out in ${environment}. Name the VERSION.`)
}

/** Promoting from another environment uses the version that is live there, not one that the caller remembers. */
async function versionIn(db: ReleasesDatabase, from: string, part: string, named: string | undefined): Promise<string> {
  const there = await findRollout(db, from, part)
  if (!there) throw new Refusal('refused', `${part} is not live in ${from}: there is nothing to promote from there.`)
  if (named === undefined || named === there.stable) return there.stable
  throw new Refusal('refused', `${part} ${named} is not what is live in ${from}: that is ${there.stable}.`)
}

async function changePart(
  context: RegistryContext,
  change: Change & { part: string },
  plan: (states: States) => States,
): ReturnType<Handler<'promote'>> {
  const { part, environment } = change
  const { states, revisions, parts, composition, changed, notOpened } = await changeLive(context, change, plan)
  const own = parts.find((one) => one.part === part)
  const { stable, candidate, traffic, group, strategy } = states[part] as States[string]
  const version = candidate ?? stable
  const known = await readReleases(context.db, [{ part, version }])
  const others = parts.flatMap((each) => (each.part === part ? [] : [each.part]))
  return {
    ...{ environment, part, version: stable, previous: own ? (own.from?.stable ?? null) : stable },
    ...{ candidate, traffic, group, strategy },
    integrity: known.get(releaseKey({ part, version }))?.integrity ?? '',
    revision: revisions[part] as number,
    ...{ composition, changed, parts, notOpened },
    killed: await killedIn(context, environment, [part, ...others]),
  }
}

const killedIn = async ({ db }: RegistryContext, environment: string, parts: string[]): Promise<string[]> =>
  killedOf(await stopsOf(db, environment), parts)
