import type { Sample } from '@marram/release-contract/calls/evidence'

/** Two samples of the same time span, in which both had the same conditions. */
export type Pair = { one: Sample; other: Sample }

/** With more failures, the exact test is not needed, and would take long. */
const EXACT_UP_TO = 2000

/**
 * Fisher's exact test over several spans, one-sided: how probable it would be that so many failures, or more, fall to
 * the first of each pair if within each span both failed alike. Adding up spans first would blame the first of a pair for
 * a bad hour in which it had most of the visitors. For very many failures it is Mantel and Haenszel's normal form.
 */
export function probabilityOfMore(pairs: Pair[]): number {
  // Where nothing failed, or everything, there is no difference.
  const meaningful = pairs.filter(({ one, other }) => {
    const failures = one.failures + other.failures
    return one.loads > 0 && other.loads > 0 && failures > 0 && failures < one.loads + other.loads
  })
  const failed = meaningful.reduce((sum, { one }) => sum + one.failures, 0)
  const failures = meaningful.reduce((sum, { one, other }) => sum + one.failures + other.failures, 0)
  if (failures > EXACT_UP_TO) return approximately(meaningful, failed)
  const chances = meaningful.map(chancesOf).reduce(added, { least: 0, of: [1] })
  return Math.min(
    1,
    chances.of.slice(Math.max(0, failed - chances.least)).reduce((sum, chance) => sum + chance, 0),
  )
}

/** How probable each number of failures is, from the least on. */
type Chances = { least: number; of: number[] }

function chancesOf({ one, other }: Pair): Chances {
  const failures = one.failures + other.failures
  const least = Math.max(0, failures - other.loads)
  const most = Math.min(failures, one.loads)
  // Logarithms of how much more probable each number is than the least: the hypergeometric distribution.
  const logs = [0]
  for (let n = least; n < most; n++) {
    const ratio = ((failures - n) * (one.loads - n)) / ((n + 1) * (other.loads - failures + n + 1))
    logs.push((logs.at(-1) as number) + Math.log(ratio))
  }
  const highest = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - highest))
  const all = weights.reduce((sum, weight) => sum + weight)
  return { least, of: weights.map((weight) => weight / all) }
}

function added(a: Chances, b: Chances): Chances {
  const of = new Array<number>(a.of.length + b.of.length - 1).fill(0)
  for (const [i, first] of a.of.entries())
    for (const [j, second] of b.of.entries()) of[i + j] = (of[i + j] as number) + first * second
  return { least: a.least + b.least, of }
}

function approximately(pairs: Pair[], failed: number): number {
  let expected = 0
  let variance = 0
  for (const { one, other } of pairs) {
    const loads = one.loads + other.loads
    const failures = one.failures + other.failures
    const mean = (one.loads * failures) / loads
    expected += mean
    variance += (mean * other.loads * (loads - failures)) / (loads * (loads - 1))
  }
  return above((failed - expected - 0.5) / Math.sqrt(variance))
}

/** How probable more than so many standard deviations are; Abramowitz and Stegun 26.2.17, right to 7 digits. */
function above(deviations: number): number {
  const z = Math.abs(deviations)
  const t = 1 / (1 + 0.231_641_9 * z)
  const series = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_53]
  const tail = (series.reduce((sum, each) => (sum + each) * t, 0) * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
  return deviations < 0 ? 1 - tail : tail
}
