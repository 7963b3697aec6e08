import { type Pair, probabilityOfMore, type Sample } from './fisher'

export type Verdict = {
  /** In the minutes that could be compared. */
  candidate: Sample
  stable: Sample
  /** How probable so many failures of the candidate would be if it were no worse. */
  p: number
  verdict: 'too few' | 'worse' | 'no worse'
}

/** What both did in one minute. */
export type Minute = { candidate: Sample; stable: Sample }

/** Loads of each that are needed before anything is said. */
export const MINIMUM = 20
/** Failures that are needed before it is called worse: on a busy site one alone would be improbable enough. */
export const FEWEST = 5
/** Small, since it is looked at again and again: each look is one more chance to be wrong. */
export const WORSE_BELOW = 0.001

/** Whether the candidate fails more often than what it would replace, in the same minutes. */
export function verdictOf(minutes: Minute[]): Verdict {
  const spans = comparable(minutes)
  const candidate = spans.map((span) => span.candidate).reduce(sum, none)
  const stable = spans.map((span) => span.stable).reduce(sum, none)
  const p = probabilityOfMore(spans.map((span): Pair => ({ one: span.candidate, other: span.stable })))
  const looksWorse = p < WORSE_BELOW
  const enough = Math.min(candidate.loads, stable.loads) >= MINIMUM && (!looksWorse || candidate.failures >= FEWEST)
  return { candidate, stable, p, verdict: !enough ? 'too few' : looksWorse ? 'worse' : 'no worse' }
}

const none: Sample = { loads: 0, failures: 0 }
const sum = (a: Sample, b: Sample): Sample => ({ loads: a.loads + b.loads, failures: a.failures + b.failures })

/**
 * Minutes in their order, each joined with the next ones until both versions have loads in it: on a quiet site they
 * seldom share a minute. What is left over at the end has nothing to be compared with yet.
 */
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

export const verdictText = (part: string, versions: { candidate: string; stable: string }, found: Verdict): string =>
  `${part} ${versions.candidate} failed in ${found.candidate.failures} of ${found.candidate.loads} loads, ` +
  `${versions.stable} in ${found.stable.failures} of ${found.stable.loads} in the same time ` +
  `(p = ${found.p.toPrecision(2)}, compared minute by minute).`
