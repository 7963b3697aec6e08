import type { Sample, Verdict } from '@marram/release-contract/calls/evidence'
import { probabilityOfMore } from './fisher'

/** Networks that met failures of the candidate, and loads where an edge could not use it, which no visitor can cause. */
type Met = { networks: number; unusable: number }

export type Minute = { candidate: Sample; stable: Sample }

/** Loads of each that are needed for a verdict. */
export const MINIMUM = 20
/** Failures, and networks that met them, before it is called worse: one client can cause as many as it likes. */
export const FEWEST = 5
/** Small, since it is tested again and again: each test is one more chance to be wrong. */
const WORSE_BELOW = 0.001
/** Ten times as probable by chance is too little to take it away, and enough not to give it to more. */
const DOUBTFUL_BELOW = 0.01

/**
 * Whether the candidate fails more often than what it would replace, in the same minutes and beside the same versions of
 * other parts: what those do wrong strikes both of a stratum alike.
 */
export function verdictOf(strata: Minute[][], { networks, unusable }: Met): Verdict {
  const spans = strata.flatMap(comparable)
  const candidate = spans.map((span) => span.candidate).reduce(sum, none)
  const stable = spans.map((span) => span.stable).reduce(sum, none)
  const p = probabilityOfMore(spans.map((span) => ({ one: span.candidate, other: span.stable })))
  const looksWorse = p < WORSE_BELOW
  const isWorse = looksWorse && candidate.failures >= FEWEST && Math.max(networks, unusable) >= FEWEST
  const enough = Math.min(candidate.loads, stable.loads) >= MINIMUM && (isWorse || !looksWorse)
  return { candidate, stable, p, networks, verdict: !enough ? 'too few' : isWorse ? 'worse' : 'no worse' }
}

/** All that is missing for `worse` is failures of more networks. */
export const isSuspected = ({ candidate, stable, p, verdict }: Verdict): boolean =>
  verdict === 'too few' &&
  p < WORSE_BELOW &&
  candidate.failures >= FEWEST &&
  Math.min(candidate.loads, stable.loads) >= MINIMUM

/** Worse than chance explains, as far as can be seen yet. A single failure says nothing: a small share makes it improbable. */
export const isDoubtful = ({ candidate, p }: Verdict): boolean => p < DOUBTFUL_BELOW && candidate.failures > 1

const none: Sample = { loads: 0, failures: 0 }
const sum = (a: Sample, b: Sample): Sample => ({ loads: a.loads + b.loads, failures: a.failures + b.failures })

/** Minutes joined until both versions have loads in each: on a quiet site they seldom share one. The rest waits. */
function comparable(minutes: Minute[]): Minute[] {
  const spans: Minute[] = []
  let open: Minute = { candidate: none, stable: none }
  for (const { candidate, stable } of minutes) {
    open = { candidate: sum(open.candidate, candidate), stable: sum(open.stable, stable) }
    if (open.candidate.loads === 0 || open.stable.loads === 0) continue
    spans.push(open)
    open = { candidate: none, stable: none }
  }
  return spans
}
