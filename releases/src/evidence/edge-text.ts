import type { EnvironmentShown } from '@marram/release-contract/calls/environments'
import type { Stop } from '@marram/release-contract/calls/stops'

type Shown = Pick<EnvironmentShown, 'edges' | 'revision'>

/** `2 of 3 edges follow.` */
export function followedWords({ edges }: Pick<Shown, 'edges'>): string {
  if (edges.length === 0) return 'No edge has reported here lately.'
  const current = edges.filter(({ state }) => state === 'current').length
  return `${current} of ${edges.length} ${edges.length === 1 ? 'edge' : 'edges'} ${current === 1 ? 'follows' : 'follow'}.`
}

/** What each edge does not serve and why, in sentences. */
export const lackingWords = ({ edges, revision: live }: Shown): string[] =>
  edges.flatMap(({ name, state, revision, age, since, reason, unusable }) => [
    ...(state === 'silent' ? [`${name} has not reported for ${age} s.`] : []),
    ...(state === 'behind' && reason !== null
      ? [
          `${name} serves ${revision === null ? 'something older' : `revision ${revision} of ${live}`}${since === null ? '' : ` since ${since}`}: ${reason}.`,
        ]
      : []),
    ...Object.entries(unusable).map(
      ([part, { wanted, reason: why }]) => `${name} cannot use ${part} ${wanted}: ${why}.`,
    ),
  ])

/** The killed ones of these parts. */
export const killedOf = (stops: Pick<Stop, 'kind' | 'part'>[], parts: string[]): string[] =>
  parts.filter((part) => stops.some((stop) => stop.kind === 'kill' && stop.part === part))

/** Why pages name another composition than that of the environment; nothing where they do not. */
export function leftOutWords(stops: Pick<Stop, 'kind' | 'part'>[]): string[] {
  const parts = stops.flatMap(({ kind, part }) => (kind === 'kill' && part !== null ? [part] : []))
  return parts.length === 0 ? [] : [`Pages name a composition without what is killed: ${parts.join(', ')}.`]
}

/** The notice when a version of a killed part was made live. */
export const killedWords = (part: string): string =>
  `But ${part} is killed there: until it is revived, visitors get its notice.`

/** The calls that change what visitors get. */
export const changesOfPages = [
  'promote',
  'canary',
  'abort',
  'rollback',
  'rollbackEnvironment',
  'retire',
  'kill',
  'revive',
]

const LONGEST_MS = 10_000
const LOOK_MS = 250

/** Polls until every reporting edge serves the live versions, for at most ten seconds. Returns the last state. */
export async function untilFollowed<Seen extends Shown>(
  look: () => Promise<Seen>,
  onWait: (seen: Seen) => void,
  longestMs = LONGEST_MS,
): Promise<Seen> {
  for (const until = performance.now() + longestMs; ; await new Promise((resolve) => setTimeout(resolve, LOOK_MS))) {
    const seen = await look()
    if (!seen.edges.some(({ state }) => state === 'behind') || performance.now() >= until) return seen
    onWait(seen)
  }
}
