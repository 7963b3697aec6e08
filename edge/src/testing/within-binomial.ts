/**
 * Whether so many of `trials` are what chance gives where each has this probability: as few or as many would come up
 * less often than `byChance` otherwise. Exact, also for few.
 */
export function withinBinomial(count: number, trials: number, probability: number, byChance: number): boolean {
  const chances = Array.from({ length: trials + 1 }, () => 0)
  let log = trials * Math.log1p(-probability)
  for (let k = 0; k <= trials; k += 1) {
    chances[k] = Math.exp(log)
    log += Math.log((trials - k) / (k + 1)) + Math.log(probability / (1 - probability))
  }
  const sum = (some: number[]) => some.reduce((all, each) => all + each, 0)
  const atMost = sum(chances.slice(0, count + 1))
  const atLeast = sum(chances.slice(count))
  return Math.min(atMost, atLeast) > byChance / 2
}
