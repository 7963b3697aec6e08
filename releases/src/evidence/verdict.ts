import { type Pair, probabilityOfMore, type Sample } from './fisher'

export type Verdict = {
  /** In the minutes that could be compared. */
  candidate: Sample
  stable: Sample
  /** How probable so many failures of the candidate would be if it were no worse. */
  p: number
  /** That met failures of the candidate since it has visitors, as far as edges reported. */
  networks: number
  verdict: 'too few' | 'worse' | 'no worse'
}

/** How many networks met failures of the candidate, and how many visitors have a version that cannot be used at all. */
type Met = { networks: number; unusable: number }

export type Minute = { candidate: Sample; stable: Sample }

/** Loads of each that are needed for a verdict. */
export const MINIMUM = 20
/**
 * Failures that are needed before it is called worse, and networks that met them. On a busy site one failure alone would
 * be improbable enough, and one client can cause as many as it likes. No visitor can cause that a version cannot be used
 * at all, so that needs no networks.
 */
export const FEWEST = 5
/** Small, since it is tested again and again: each test is one more chance to be wrong. */
const WORSE_BELOW = 0.001

/** Whether the candidate fails more often than what it would replace, in the same minutes. */
export function verdictOf(minutes: Minute[], { networks, unusable }: Met): Verdict {
  const spans = comparable(minutes)
  const candidate = spans.map((span) => span.candidate).reduce(sum, none)
  const stable = spans.map((span) => span.stable).reduce(sum, none)
  const p = probabilityOfMore(spans.map((span): Pair => ({ one: span.candidate, other: span.stable })))
  const looksWorse = p < WORSE_BELOW
  const isWorse = looksWorse && candidate.failures >= FEWEST && Math.max(networks, unusable) >= FEWEST
  const enough = Math.min(candidate.loads, stable.loads) >= MINIMUM && (isWorse || !looksWorse)
  return { candidate, stable, p, networks, verdict: !enough ? 'too few' : isWorse ? 'worse' : 'no worse' }
}

/** All that is missing for `worse` is failures of more networks. */
export const isSuspected = ({ candidate, stable, p, verdict }: Omit<Verdict, 'networks'>): boolean =>
  verdict === 'too few' &&
  p < WORSE_BELOW &&
  candidate.failures >= FEWEST &&
  Math.min(candidate.loads, stable.loads) >= MINIMUM

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
