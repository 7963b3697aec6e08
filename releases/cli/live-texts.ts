import type { AddressChanged } from '@marram/release-contract/calls/addresses'
import type { EnvironmentShown } from '@marram/release-contract/calls/environments'
import type { Changed, EnvironmentChanged } from '@marram/release-contract/calls/rollouts'
import { type Lifted, type Stop, stopped } from '@marram/release-contract/calls/stops'
import { shortId } from '@marram/release-contract/composition-id'
import { followedWords, killedOf, killedWords, lackingWords, leftOutWords } from '../src/evidence/edge-text'
import { table } from './text-table'

/** What has changed, and whether no visitor sees it. */
export const changedText = (response: Changed): string =>
  [rolloutText(response), ...response.killed.map(killedWords), ...(response.notOpened ?? [])].join(' ')

function rolloutText(response: Changed): string {
  const { part, version, environment, previous, composition, candidate, traffic, changed, parts } = response
  const others = parts.filter((each) => each.part !== part).map((each) => each.part)
  const together = others.length > 0 ? ` Together with it: ${others.join(', ')}.` : ''
  if (candidate !== null)
    return `${part} ${candidate} is live in ${environment} for ${traffic} % of the visitors, ${version} for the others.${strategyText(response.strategy)}${together}`
  if (!changed) return `${part} ${version} was live in ${environment} already (composition ${shortId(composition)}).`
  const before = previous === null ? '' : previous === version ? ' for everybody' : ` instead of ${previous}`
  return `${part} ${version} is live in ${environment}${before} (composition ${shortId(composition)}).${together}`
}

function strategyText(strategy: Changed['strategy']): string {
  if (strategy === null) return ''
  const { steps, step, due, paused, needsEvidence } = strategy
  const next = steps[step + 1]
  const what = next ? `${next.traffic} %` : 'everybody'
  if (paused) return ` Paused by ${paused.by}; then ${what}.`
  return due === null
    ? ` It waits to be resumed; then ${what}.`
    : ` At ${due} ${what}${needsEvidence ? ', if enough evidence says that it is no worse' : ''}.`
}

export const environmentChangedText = (response: EnvironmentChanged): string =>
  [compositionText(response), ...response.killed.map(killedWords)].join(' ')

/** A second `abort` finds nothing to end, which is no failure. */
export const abortedText = (response: Changed): string =>
  response.changed
    ? changedText(response)
    : `${response.part} has no candidate in ${response.environment}: ${response.version} is live, and nothing was changed.`

function compositionText({ environment, composition, changed, parts }: EnvironmentChanged): string {
  if (!changed) return `${environment} was at composition ${shortId(composition)} already.`
  const changes = parts.map(({ part, from, to }) => `${part} ${from?.stable ?? 'nothing'} → ${to?.stable ?? 'nothing'}`)
  return `${environment} is at composition ${shortId(composition)}: ${changes.join(', ')}.`
}

/** What going back to a composition will change. */
export function restoringText(
  { environment, parts, stops }: EnvironmentShown,
  versions: Record<string, string>,
): string {
  const changes = [...new Set([...Object.keys(parts), ...Object.keys(versions)])].flatMap((part) => {
    const { stable = 'nothing', candidate = null } = parts[part] ?? {}
    const to = versions[part] ?? 'nothing'
    const ends = candidate === null ? '' : `, and the rollout of ${candidate} ends`
    return stable === to && ends === '' ? [] : [`  ${part} ${stable} → ${to}${ends}`]
  })
  const killed = killedOf(stops, Object.keys(versions)).map(killedWords)
  const list = [...(changes.length > 0 ? changes : ['  nothing']), ...killed].join('\n')
  return `This would change for all visitors of ${environment}:\n${list}\nNothing was changed. Add --yes and --reason TEXT to do it.`
}

const stoppedThing = ({ environment, part }: Pick<Stop, 'environment' | 'part'>) =>
  part === null ? environment : `${part} in ${environment}`

type Failing = { failing?: string[] | undefined }
type StopShown = Pick<Stop, 'kind' | 'environment' | 'part' | 'until'> & Failing

/** With a line for each change that waits and cannot be made any more. */
export const stopText = ({ kind, until, failing = [], ...about }: StopShown) =>
  [`${stoppedThing(about)} is ${stopped[kind]}${until ? ` until ${until}` : ''}.`, ...failing].join('\n')

export const liftedText = ({ changed, kind, failing = [], ...about }: Lifted) =>
  [`${stoppedThing(about)} ${changed ? 'is no longer' : 'was not'} ${stopped[kind]}.`, ...failing].join('\n')

export const takenBackText = ({ what, at, failing = [] }: { what: string; at: string } & Failing) =>
  [`Taken back: to ${what} at ${at}.`, ...failing].join('\n')

export const addressReservedText = ({ changed, environment, part, pattern }: AddressChanged) =>
  `${pattern} ${changed ? 'is reserved' : 'was reserved already'} for ${part} in ${environment}.`

export const addressReleasedText = ({ changed, environment, part, pattern }: AddressChanged) =>
  changed
    ? `${pattern} is no longer reserved for ${part} in ${environment}.`
    : `${pattern} was not reserved for ${part} in ${environment}. The command addresses shows what is.`

export function statusText(shown: EnvironmentShown): string {
  const { environment, revision, composition, stops, parts, scheduled = [] } = shown
  const states = Object.entries(parts)
  const rows = states.map(([part, { stable, candidate, traffic, group, strategy, ...state }]) => {
    const inGroup = group === null ? '' : ` (group ${group})`
    const rollout = candidate && `${candidate} for ${traffic} %${inGroup}${strategyText(strategy)}`
    return { PART: part, STABLE: stable, CANDIDATE: rollout, REVISION: state.revision }
  })
  return [
    composition === null
      ? `Nothing is live in ${environment}.`
      : `${environment}: composition ${shortId(composition)}, revision ${revision}`,
    ...leftOutWords(stops),
    ...edgeLines(shown),
    ...stops.map((stop) => `${stopText(stop)} By ${stop.by}: ${stop.reason}`),
    ...(rows.length > 0 ? [table(rows)] : []),
    ...scheduled.map(({ at, what, by }) => `Scheduled for ${at} by ${by}: ${what}.`),
    ...states.flatMap(([, { waitsFor }]) => (waitsFor ? [`More visitors wait for evidence: ${waitsFor}`] : [])),
  ].join('\n')
}

function edgeLines({ edges, revision: live }: EnvironmentShown): string[] {
  const rows = edges.map(({ name, state, revision, composition, age }) => {
    const id = composition && shortId(composition)
    return { EDGE: name, SERVES: state, REVISION: revision, COMPOSITION: id, REPORTED: `${age} s ago` }
  })
  return [
    followedWords({ edges }),
    ...lackingWords({ edges, revision: live }),
    ...(rows.length > 0 ? [table(rows)] : []),
  ]
}
