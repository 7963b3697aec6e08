import type { Verdict } from '@marram/release-contract/calls/evidence'
import { FEWEST, isSuspected, MINIMUM } from './verdict'

export const verdictText = (part: string, versions: { candidate: string; stable: string }, found: Verdict): string =>
  `${part} ${versions.candidate} failed in ${found.candidate.failures} of ${found.candidate.loads} loads, ` +
  `${versions.stable} in ${found.stable.failures} of ${found.stable.loads} in the same time ` +
  `(p = ${found.p.toPrecision(2)}, compared minute by minute).`

const poorWords = {
  lcp: 'showed its main content late (LCP above 4 s)',
  inp: 'responded late to a click (INP above 0.5 s)',
  cls: 'moved its content (CLS above 0.25)',
}

/** That pages with a candidate are slower, or less stable. */
export const poorerText = (
  part: string,
  versions: { candidate: string; stable: string },
  { vital, candidate, stable, p }: Verdict & { vital: keyof typeof poorWords },
): string =>
  `With ${part} ${versions.candidate} a page ${poorWords[vital]} in ${candidate.failures} of ${candidate.loads} loads, ` +
  `with ${versions.stable} in ${stable.failures} of ${stable.loads} in the same time ` +
  `(p = ${p.toPrecision(2)}, compared minute by minute).`

/** Why the rollout of a candidate that looks worse is not ended. */
export const suspicionText = (part: string, version: string, { candidate, networks }: Verdict): string =>
  `${part} ${version} failed in ${candidate.failures} of ${candidate.loads} loads, ${originText(networks)}: ` +
  `failures of ${FEWEST} networks take it away, and it does not grow meanwhile.`

export const originText = (networks: number): string =>
  networks === 0
    ? 'and no edge reported the networks'
    : `all from ${networks} ${networks === 1 ? 'network' : 'networks'}`

/** After "The candidate is". */
export function verdictWords(found: Verdict): string {
  const { candidate, stable, p, networks, verdict } = found
  if (isSuspected(found)) return `suspected, ${originText(networks)}: failures of ${FEWEST} networks take it away`
  if (verdict !== 'too few') return `${verdict} (p = ${p.toPrecision(2)})`
  return `not judged: too few ${Math.min(candidate.loads, stable.loads) < MINIMUM ? 'loads' : 'failures'}`
}

/** `boundary 2, late 1`: where it failed shows who has to look at it. Empty without failures. */
export function stageWords(counts: Iterable<readonly [metric: string, count: number]>): string {
  const stages: Record<string, number> = {}
  for (const [metric, count] of counts) {
    const stage = /\.failures\.(.+)$/.exec(metric)?.[1]
    if (stage && count > 0) stages[stage] = (stages[stage] ?? 0) + count
  }
  return Object.keys(stages)
    .sort()
    .map((stage) => `${stage} ${stages[stage]}`)
    .join(', ')
}
