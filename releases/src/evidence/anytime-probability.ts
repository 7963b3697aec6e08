import type { Sample } from '@marram/release-contract/calls/evidence'

/** Two samples of the same time span, in which both had the same conditions. */
export type Pair = { one: Sample; other: Sample }

/** How many times as often the first may fail: what is looked for, each with its weight. */
const ODDS: [times: number, weight: number][] = [
  [2, 0.1],
  [4, 0.2],
  [10, 0.5],
  [40, 0.2],
]

/**
 * How probable it is that the first of each pair ever looks so bad if it fails no more often than the other: whoever
 * looks at any time, as often as they like, and acts below 0.001, is wrong in at most one case of a thousand. (The inverse
 * of a mixture of test martingales, by Ville's inequality.) If both fail alike, each failure of a span is one of the first with
 * the share of the loads that it had. Adding up spans first would blame it for a bad hour in which it had most of the visitors.
 */
export const probabilityOfMore = (pairs: Pair[]): number => probabilitiesOfMore(pairs).at(-1) ?? 1

/** The same after each of the pairs. */
export function probabilitiesOfMore(pairs: Pair[]): number[] {
  const logs = ODDS.map(([, weight]) => Math.log(weight))
  return pairs.map(({ one, other }) => {
    if (one.loads > 0 && other.loads > 0) {
      const share = one.loads / (one.loads + other.loads)
      // A load fails once, which makes large differences in number less probable than this says: it errs on the safe side.
      for (const [i, [times]] of ODDS.entries())
        logs[i] =
          (logs[i] as number) +
          one.failures * Math.log(times) -
          (one.failures + other.failures) * Math.log1p(share * (times - 1))
    }
    const highest = Math.max(...logs)
    const evidence = highest + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - highest), 0))
    return Math.min(1, Math.exp(-evidence))
  })
}

/** What a strategy tolerates: at least so many of the loads fail, and so many times as often as those of the other. */
export const MARGIN = { share: 0.05, times: 2 }
/** The share of failing loads that is looked for instead. */
const USUAL_SHARE = 0.01

/**
 * The same the other way round: how probable it is that the first of each pair ever looks so good if it does fail by that
 * margin. Without failures 89 loads speak for it at 0.05; where the other one fails often too, their failures are compared.
 */
export function probabilityOfMargin(pairs: Pair[]): number {
  const logs = { share: 0, times: 0 }
  for (const { one, other } of pairs) {
    logs.share += one.failures * Math.log(USUAL_SHARE / MARGIN.share)
    logs.share += (one.loads - one.failures) * Math.log((1 - USUAL_SHARE) / (1 - MARGIN.share))
    if (one.loads === 0 || other.loads === 0) continue
    const share = one.loads / (one.loads + other.loads)
    logs.times += (one.failures + other.failures) * Math.log1p(share * (MARGIN.times - 1))
    logs.times -= one.failures * Math.log(MARGIN.times)
  }
  // Either is a test martingale for a version that fails by the margin, and so is their mean.
  return Math.min(1, 2 / (Math.exp(logs.share) + Math.exp(logs.times)))
}
