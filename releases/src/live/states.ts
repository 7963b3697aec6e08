import { randomBytes } from 'node:crypto'
import type { Strategy } from '@marram/release-contract/calls/rollouts'
import { Refusal } from '../refusal'
import type { rollout, Step } from '../schema'

/** What an environment serves of one part. */
export type State = Omit<typeof rollout.$inferSelect, 'environment' | 'part' | 'revision' | 'live' | 'changedAt'>
/** By part. Every change of an environment is a function from these to these. */
export type States = Readonly<Record<string, State>>

/** How many steps back a rollback can go. */
const REMEMBERED = 200
const newSalt = () => randomBytes(8).toString('hex')
/** Without a rollout. */
export const alone = { candidate: null, traffic: 0, group: null, strategy: null, candidateSince: null }

type Doing = { part: string; by: string }

/** Makes a version live for everybody. With a candidate of a group, all candidates of the group go live. */
export function promoted(states: States, { part, version, by }: Doing & { version: string }): States {
  const together = states[part]?.candidate === version ? companions(states, part) : [part]
  return changed(states, together, (state, each) =>
    live(state, each === part ? version : (state?.candidate as string), by),
  )
}

function live(state: State | undefined, version: string, by: string): State {
  const step = { version, at: new Date().toISOString(), by }
  return {
    salt: state?.salt ?? newSalt(),
    ...alone,
    stable: version,
    history: state?.stable === version ? state.history : [...(state?.history ?? []), step].slice(-REMEMBERED),
  }
}

type Canary = {
  part: string
  version: string
  traffic: number
  group?: string | undefined
  /** A strategy that begins with this share. */
  strategy?: Strategy | null | undefined
  now?: Date
}

/**
 * Gives a version to a share of the visitors. A new candidate gets a new salt, so that other visitors get it; an existing
 * one keeps its salt, so that no visitor changes back while its share grows. Parts of a group share salt and traffic: a
 * visitor has all of their candidates or none. Setting a share ends a running strategy.
 */
export function canaried(states: States, canary: Canary): States {
  const { part, version, traffic, group: wanted, strategy = null, now = new Date() } = canary
  const current = states[part]
  if (!current) throw new Refusal('refused', `${part} is not live here yet. Promote a first version of it.`)
  if (current.stable === version) throw new Refusal('refused', `${part} ${version} is live for everybody already.`)
  const same = current.candidate === version
  const group = wanted ?? (same ? current.group : null)
  if (same && current.traffic > 0 && group !== current.group)
    throw new Refusal(
      'refused',
      `Another group would give ${part} ${version} to other visitors than those who have it. Abort it first.`,
    )
  // A candidate that replaces one of a group leaves that group; the others stay together.
  const members = Object.keys(states).filter(
    (other) => other !== part && group !== null && states[other]?.group === group,
  )
  const salt = members[0] ? (states[members[0]] as State).salt : same ? current.salt : newSalt()
  /** Sets the share; evidence counts from the time when the first visitor may get it. */
  const shared = (state: State): State => {
    const began = traffic > 0 && (state.traffic === 0 || state.candidateSince === null)
    return { ...state, traffic, strategy: null, candidateSince: began ? now.toISOString() : state.candidateSince }
  }
  const own = shared(same ? current : { ...current, candidateSince: null })
  return {
    ...changed(states, members, (state) => shared(state as State)),
    [part]: { ...own, candidate: version, group, salt, strategy },
  }
}

/** Gives everybody the stable version again; all candidates of a group end together. */
export const aborted = (states: States, part: string): States =>
  changed(states, companions(states, part), (state) => ({ ...(state as State), ...alone }))

/**
 * Ends the candidate's rollout; without one, goes back to the previous live version, or further back to `version`. A
 * reverted step is forgotten, so that rolling back twice goes two steps back instead of back and forth.
 */
export function rolledBack(
  states: States,
  { part, version, environment }: { part: string; version?: string | undefined; environment: string },
): States {
  const current = states[part]
  if (!current) throw new Refusal('not-found', `${part} is not live in ${environment}: there is nothing to roll back.`)
  const cleared = aborted(states, part)
  if (version === current.stable || (version === undefined && current.candidate !== null)) return cleared
  const history = earlier(current, version)
  if (history) return { ...cleared, [part]: backTo(current, history) }
  throw new Refusal(
    'conflict',
    version === undefined
      ? `${part} ${current.stable} is the first version in ${environment}: there is none to go back to. A release manager can retire the part: npm run release -- retire ${part}.`
      : `${part} ${version} was not live in ${environment} before ${current.stable}. To make it live, promote it.`,
  )
}

/** Removes the part and the rollout of its candidate. */
export function retired(states: States, { part, environment }: { part: string; environment: string }): States {
  if (!states[part])
    throw new Refusal('not-found', `${part} is not live in ${environment}: there is nothing to retire.`)
  return Object.fromEntries(Object.entries(aborted(states, part)).filter(([each]) => each !== part))
}

/** The history up to a version before the live one; undefined if there is none. */
function earlier({ history }: State, version: string | undefined): Step[] | undefined {
  const before = history.slice(0, -1)
  const target = version === undefined ? before.length - 1 : before.findLastIndex((past) => past.version === version)
  return target < 0 ? undefined : before.slice(0, target + 1)
}

const backTo = (state: State, history: Step[]): State => ({
  ...{ ...state, ...alone, history },
  stable: (history.at(-1) as Step).version,
})

/** Exactly these versions: parts that the composition does not name are removed. `known`: states of such parts. */
export function restored(states: States, known: States, versions: Record<string, string>, by: string): States {
  return Object.fromEntries(
    Object.entries(versions).map(([part, version]) => {
      const state = states[part] ?? known[part]
      const history = state && state.stable !== version ? earlier(state, version) : undefined
      return [part, state && history ? backTo(state, history) : live(state, version, by)]
    }),
  )
}

/** The part and those whose candidates begin and end with its own. */
export function companions(states: States, part: string): string[] {
  const group = states[part]?.group
  return Object.keys(states).filter((other) => other === part || (group && states[other]?.group === group))
}

/** Whether these parts only give their candidates to fewer visitors, without any other change. */
export const onlyShrink = (before: States, after: States, parts: string[]): boolean =>
  parts.every((part) => {
    const [was, is] = [before[part], after[part]]
    const same = (['stable', 'candidate', 'group'] as const).every((field) => was?.[field] === is?.[field])
    return was && is && same && is.traffic <= was.traffic
  })

/** The states with those of `parts` changed. */
export const changed = (
  states: States,
  parts: string[],
  change: (state: State | undefined, part: string) => State,
): States => ({ ...states, ...Object.fromEntries(parts.map((part) => [part, change(states[part], part)])) })

const isStable = (states: States, id: string) => {
  const at = id.lastIndexOf('@')
  return states[id.slice(0, at)]?.stable === id.slice(at + 1)
}

/** Whether these (`part@version`) are live for everybody before and after: their problems must not block a fix. */
export const staysLive = (before: States, after: States, releases: string[]): boolean =>
  releases.every((id) => isStable(before, id) && isStable(after, id))
