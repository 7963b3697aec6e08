import { generator } from '../src/chance'
import { type Day, HOME, nearestTo, REGIONS, roundTrip } from './world'

const SECONDS = 86_400
const HOUR = 3600
const LOST_FOR = 15 * 60
/** Three failed health checks of ten seconds, then as long as names are kept by those who have asked. */
const NOTICED_AFTER = 30
const NAMES_KEPT = 60

export type Options = {
  seed: number
  day: Day
  /** Whether APIs, with a standby of the database to read from, are in every region, or at home alone. */
  readsAre: 'at home' | 'in every region'
  /** A region that is lost for a quarter of an hour. */
  lost?: number
}

export type OfRegion = {
  requests: number
  /** Answered by its caches. */
  kept: number
  /** Not answered at all. */
  failed: number
  /** Requests in its busiest second. */
  busiest: number
  /** Until the first byte of a page on an open connection, in ms. */
  medianMs: number
  slowMs: number
}

/** A day, request by request. The same seed gives the same figures. */
export function simulateDay({ seed, day, readsAre, lost }: Options): OfRegion[] {
  const random = generator(seed)
  const lostAt = lost === undefined ? 0 : (BUSIEST - (REGIONS[lost]?.zone ?? 0)) * HOUR
  // The worst time: no page has been asked for since the last change.
  const changes = [...changesOf(day, random), ...(lost === undefined ? [] : [lostAt - 1])].sort((a, b) => a - b)
  const popular = popularity(day.pages)
  const variants = running(day.variants)
  const regions = REGIONS.map(() => ({
    kept: day.variants.map(() => new Int32Array(day.pages).fill(-1)),
    times: new Histogram(),
    counts: { requests: 0, kept: 0, failed: 0, busiest: 0 },
  }))
  const isOut = (region: number, second: number) => region === lost && second >= lostAt && second < lostAt + LOST_FOR
  let change = -1
  for (let second = 0; second < SECONDS; second += 1) {
    while ((changes[change + 1] ?? Number.POSITIVE_INFINITY) <= second) change += 1
    // Nobody changes anything while the only database that takes changes is away.
    if (isOut(HOME, second))
      change = Math.min(
        change,
        changes.findLastIndex((at) => at <= lostAt),
      )
    const served = REGIONS.map(() => 0)
    for (const [own, { share, zone, visitorMs }] of REGIONS.entries()) {
      const mean = (day.visitors * day.pagesOfVisit * share * activity(second / HOUR + zone)) / SECONDS
      const count = poisson(mean, random)
      served[own] = (served[own] ?? 0) + count
      for (let i = 0; i < count; i += 1) {
        const isLed = isOut(own, second) && second - lostAt >= NOTICED_AFTER + random() * NAMES_KEPT
        const at = isLed ? nearestTo(own) : own
        if (isLed) {
          served[own] = (served[own] ?? 0) - 1
          served[at] = (served[at] ?? 0) + 1
        }
        const region = regions[at] as (typeof regions)[number]
        region.counts.requests += 1
        if (isOut(at, second)) {
          region.counts.failed += 1
          continue
        }
        const page = chosen(popular, random)
        const kept = region.kept[chosen(variants, random)] as Int32Array
        const way = jittered(visitorMs, random) + (isLed ? roundTrip(own, at) : 0)
        if (kept[page] === change) {
          region.counts.kept += 1
          region.times.add(way + day.cacheMs)
        } else if (readsAre === 'at home' && isOut(HOME, second)) {
          // What was before the change would still do, and caches give it for ten days; a page that none had, nobody has.
          if (kept[page] === -1) region.counts.failed += 1
          else region.counts.kept += 1
        } else {
          kept[page] = change
          const reads = readsAre === 'at home' ? jittered(roundTrip(at, HOME), random) : 1
          region.times.add(way + day.cacheMs + day.renderMs + day.callMs + reads)
        }
      }
    }
    for (const [at, { counts }] of regions.entries()) counts.busiest = Math.max(counts.busiest, served[at] ?? 0)
  }
  return regions.map(({ counts, times }) => ({
    ...counts,
    medianMs: times.quantile(0.5),
    slowMs: times.quantile(0.99),
  }))
}

/**
 * Until a region serves a release or has dropped what was changed, in ms, as often as asked. A document or a revision goes one
 * way; the files of a release that a region has never had take two round trips more.
 */
export function timesToFollow(
  region: number,
  what: 'content' | 'known release' | 'new release',
  day: Day,
  seed: number,
) {
  const random = generator(seed)
  const times = new Histogram()
  for (let i = 0; i < 20_000; i += 1) {
    const way = () => jittered(roundTrip(HOME, region), random)
    const files = what === 'new release' ? way() + way() + day.openMs : 0
    times.add(way() / 2 + files + (what === 'content' ? day.cacheMs : jittered(day.followMs, random)))
  }
  return { medianMs: times.quantile(0.5), slowMs: times.quantile(0.99) }
}

/** Seconds at which content or live versions change, in the working hours at home. */
const changesOf = ({ contentChanges, promotions }: Day, random: () => number): number[] =>
  Array.from({ length: contentChanges + promotions }, () => (8 + 10 * random()) * HOUR)

/** How busy an hour of local time is, 1 on average: quiet nights, most in the evening. */
const activity = (hour: number): number =>
  1 + 0.75 * Math.sin(((hour - 10) / 24) * 2 * Math.PI) + 0.15 * Math.sin(((hour - 7) / 12) * 2 * Math.PI)

/** The hour of local time with the most visitors. */
const BUSIEST = Array.from({ length: 24 }, (_, hour) => hour).reduce((best, hour) =>
  activity(hour) > activity(best) ? hour : best,
)

/** Pages by how often they are asked for: the second half as often as the first, the third a third as often (Zipf). */
const popularity = (pages: number): number[] => running(Array.from({ length: pages }, (_, index) => 1 / (index + 1)))

/** Sums up to each weight, the last one 1. */
function running(weights: number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map((weight) => {
    sum += weight / all
    return sum
  })
}

function chosen(sums: number[], random: () => number): number {
  const drawn = random()
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] as number) < drawn) low = middle + 1
    else high = middle
  }
  return low
}

/** A time of the network around its median, with a tail: log-normal. */
const jittered = (median: number, random: () => number): number => median * Math.exp(0.25 * normal(random))

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Exact for few, by its normal limit for many. */
function poisson(mean: number, random: () => number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const least = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > least; count += 1) product *= random()
  return Math.max(0, count)
}

const MOST_MS = 10_000

/** Times to the millisecond. */
class Histogram {
  private readonly counts = new Float64Array(MOST_MS + 1)
  private count = 0

  add(ms: number): void {
    const index = Math.min(MOST_MS, Math.round(ms))
    this.counts[index] = (this.counts[index] ?? 0) + 1
    this.count += 1
  }

  quantile(part: number): number {
    let seen = 0
    return this.counts.findIndex((count) => {
      seen += count
      return seen >= this.count * part
    })
  }
}
