import { MARGIN, probabilitiesOfMore, probabilityOfMargin } from '@marram/releases/evidence/anytime-probability'
import { DOUBTFUL_BELOW, FEWEST, MINIMUM, WORSE_BELOW } from '@marram/releases/evidence/verdict'
import { generator } from '../chance'
import { quantile, type Row } from '../row'

const ROLLOUTS = 10_000
/** Failures of the stable version. */
const USUAL = 0.005
const LOADS = 100
const DAY = 1440
const WEEK = 7 * DAY

/** How many candidates that are no worse are ever taken away, and after how many minutes bad ones are, by simulation. */
export function judging(): Row[] {
  const random = generator(20_261_128)
  const rows: Row[] = []
  for (const [share, minutes] of [
    [0.1, WEEK],
    [0.5, DAY],
  ] as const) {
    const taken = times(ROLLOUTS, () =>
      judgedAfter({ loads: LOADS, share, minutes, fails: USUAL, usual: USUAL }, random),
    )
    const wrong = taken.filter((after) => after !== undefined).length
    rows.push({
      table: 'Teams and release managers',
      figure: `simulated candidates that are no worse and are taken away within ${minutes === WEEK ? 'a week' : 'a day'}, in %`,
      ours: `${wrong} of ${words(ROLLOUTS)}, with ${percent(share)} of ${LOADS} loads a minute, judged every minute`,
      yardstick: '',
      value: (wrong / ROLLOUTS) * 100,
      unit: '',
      target: { atMost: 0.1 },
    })
  }
  for (const [share, fails, atMost] of [
    [0.1, 0.05, 15],
    [0.1, 0.2, 3],
    [0.5, 0.05, 15],
    [0.5, 0.2, 3],
  ] as const) {
    const minutes = 120
    const found = times(ROLLOUTS, () => judgedAfter({ loads: LOADS, share, minutes, fails, usual: USUAL }, random))
    const after = found.map((each) => each ?? Number.POSITIVE_INFINITY)
    rows.push({
      table: 'Teams and release managers',
      figure: `simulated candidates that fail in ${percent(fails)} of loads instead of ${percent(USUAL)}, with ${percent(share)} of ${LOADS} loads a minute: minutes until they are taken away`,
      ours: `${quantile(after, 0.5)}; nine of ten after ${quantile(after, 0.9)}, 99 of 100 after ${quantile(after, 0.99)}; of ${words(ROLLOUTS)}`,
      yardstick: '',
      value: quantile(after, 0.5),
      unit: '',
      target: { atMost },
    })
  }
  const step = { loads: LOADS, share: 0.1, minutes: LONGEST_STEP, usual: USUAL }
  const passed = (fails: number) => times(ROLLOUTS, () => grownAfter({ ...step, fails }, random))
  const bad = passed(MARGIN.share).filter((after) => after !== undefined).length
  const good = passed(USUAL).map((each) => each ?? Number.POSITIVE_INFINITY)
  rows.push({
    table: 'Teams and release managers',
    figure: `simulated steps of a strategy that a candidate passes within ${LONGEST_STEP / 60} hours although it fails in ${percent(MARGIN.share)} of loads instead of ${percent(USUAL)}, in %`,
    ours: `${bad} of ${words(ROLLOUTS)}, with ${percent(step.share)} of ${LOADS} loads a minute, judged every minute; one that fails as often passes after ${quantile(good, 0.5)} minutes, nine of ten after ${quantile(good, 0.9)}`,
    yardstick: '',
    value: (bad / ROLLOUTS) * 100,
    unit: '',
    target: { atMost: DOUBTFUL_BELOW * 100 },
  })
  return rows
}

const LONGEST_STEP = 240

const times = <Value>(count: number, work: () => Value): Value[] => Array.from({ length: count }, work)
const words = (value: number) => value.toLocaleString('en')
const percent = (part: number) => `${part * 100} %`

export type Rollout = {
  /** Of both versions together, a minute. */
  loads: number
  /** Of the candidate, as a part of 1. */
  share: number
  /** How long it is looked at. */
  minutes: number
  /** Which part of the loads fails: of the candidate, and of the stable version. */
  fails: number
  usual: number
}

/**
 * After how many minutes a candidate is taken away by the registry's own judgement, which is made after each; undefined if it is
 * not. Its failures come from many networks.
 */
export function judgedAfter(
  { loads, share, minutes, fails, usual }: Rollout,
  random: () => number,
): number | undefined {
  const pairs = Array.from({ length: minutes }, () => minuteOf({ loads, share, fails, usual }, random))
  const sums = { loads: 0, failures: 0, stable: 0 }
  const found = probabilitiesOfMore(pairs)
  const at = pairs.findIndex(({ one, other }, i) => {
    sums.loads += one.loads
    sums.failures += one.failures
    sums.stable += other.loads
    const enough = Math.min(sums.loads, sums.stable) >= MINIMUM && sums.failures >= FEWEST
    return enough && (found[i] as number) < WORSE_BELOW
  })
  return at < 0 ? undefined : at + 1
}

/** After how many minutes a step has the evidence that its strategy needs; undefined if it has not within its time. */
function grownAfter({ minutes, ...each }: Rollout, random: () => number): number | undefined {
  const pairs: ReturnType<typeof minuteOf>[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    pairs.push(minuteOf(each, random))
    if (probabilityOfMargin(pairs) < DOUBTFUL_BELOW) return minute
  }
  return undefined
}

function minuteOf({ loads, share, fails, usual }: Omit<Rollout, 'minutes'>, random: () => number) {
  const own = drawn(loads, share, random)
  return {
    one: { loads: own, failures: drawn(own, fails, random) },
    other: { loads: loads - own, failures: drawn(loads - own, usual, random) },
  }
}

/** By probability and number: each is worked out once. */
const distributions = new Map<number, Float64Array[]>()

/** How many of so many come true, each with this probability. */
export function drawn(of: number, probability: number, random: () => number): number {
  const ofProbability = distributions.get(probability) ?? []
  distributions.set(probability, ofProbability)
  ofProbability[of] ??= binomial(of, probability)
  const sums = ofProbability[of]
  const at = random()
  let count = 0
  while (count < of && at >= (sums[count] as number)) count += 1
  return count
}

/** The probability of each number and of all below it. */
function binomial(of: number, probability: number): Float64Array {
  const sums = new Float64Array(of + 1)
  const odds = Math.log(probability) - Math.log1p(-probability)
  let log = of * Math.log1p(-probability)
  let sum = 0
  for (let count = 0; count <= of; count++) {
    sum += Math.exp(log)
    sums[count] = sum
    log += Math.log((of - count) / (count + 1)) + odds
  }
  return sums
}
