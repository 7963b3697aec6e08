import type { Sample, Verdict } from '@marram/release-contract/calls/evidence'
import { type Pair, probabilitiesOfMore, probabilityOfMargin, probabilityOfMore } from './anytime-probability'

/** Networks that saw failures of the candidate, and loads when an edge could not use it, which no visitor can cause. */
type Met = { networks: number; unusable: number }

export type Minute = { candidate: Sample; stable: Sample; minute: Date }

/** Minimum loads of each version for a verdict. */
export const MINIMUM = 20
/** Minimum failures, and networks that saw them, for `worse`: one client can cause any number. */
export const FEWEST = 5
/** So many of the candidates that are no worse are ever taken away, however often they are judged. */
export const WORSE_BELOW = 0.001
/** Not enough to end the rollout, but enough not to extend it. */
export const DOUBTFUL_BELOW = 0.05

/**
 * Whether the candidate fails more often than the version that it would replace, in the same minutes and with the same
 * versions of other parts, whose failures affect both versions of a stratum alike.
 */
export function verdictOf(strata: Minute[][], { networks, unusable }: Met): Verdict {
  const spans = strata.flatMap(comparable)
  const candidate = spans.map((span) => span.candidate).reduce(sum, none)
  const stable = spans.map((span) => span.stable).reduce(sum, none)
  const p = probabilityOfMore(spans.map(asPair))
  const looksWorse = p < WORSE_BELOW
  const isWorse = looksWorse && candidate.failures >= FEWEST && Math.max(networks, unusable) >= FEWEST
  const enough = Math.min(candidate.loads, stable.loads) >= MINIMUM && (isWorse || !looksWorse)
  return { candidate, stable, p, networks, verdict: !enough ? 'too few' : isWorse ? 'worse' : 'no worse' }
}

const MOST_POINTS = 200

/** How `p` came to be what it is, oldest first: after each minute, or, of a long rollout, after every few of them. */
export function courseOf(strata: Minute[][]): { minute: Date; p: number }[] {
  const spans = strata.flatMap(comparable).sort((one, other) => one.minute.getTime() - other.minute.getTime())
  const found = probabilitiesOfMore(spans.map(asPair))
  const every = Math.ceil(spans.length / MOST_POINTS)
  return spans.flatMap(({ minute }, i) =>
    (i + 1) % every === 0 || i === spans.length - 1 ? [{ minute, p: found[i] as number }] : [],
  )
}

/** Only failures of more networks are missing for `worse`. */
export const isSuspected = ({ candidate, stable, p, verdict }: Verdict): boolean =>
  verdict === 'too few' &&
  p < WORSE_BELOW &&
  candidate.failures >= FEWEST &&
  Math.min(candidate.loads, stable.loads) >= MINIMUM

/** So far worse than chance explains. A single failure is not enough, even if improbable because of a small share. */
export const isDoubtful = ({ candidate, p }: Verdict): boolean => p < DOUBTFUL_BELOW && candidate.failures > 1

/** The p-value of a candidate that fails by the margin: a strategy grows below `DOUBTFUL_BELOW`. */
export const marginOf = (strata: Minute[][]): number => probabilityOfMargin(strata.flatMap(comparable).map(asPair))

const asPair = ({ candidate, stable }: Minute): Pair => ({ one: candidate, other: stable })
const none: Sample = { loads: 0, failures: 0 }
const sum = (a: Sample, b: Sample): Sample => ({ loads: a.loads + b.loads, failures: a.failures + b.failures })

/** Minutes are joined until both versions have loads in each: on a quiet site they seldom share one. The rest waits. */
function comparable(minutes: Minute[]): Minute[] {
  const spans: Minute[] = []
  let open = { candidate: none, stable: none }
  for (const { candidate, stable, minute } of minutes) {
    open = { candidate: sum(open.candidate, candidate), stable: sum(open.stable, stable) }
    if (open.candidate.loads === 0 || open.stable.loads === 0) continue
    spans.push({ ...open, minute })
    open = { candidate: none, stable: none }
  }
  return spans
}
