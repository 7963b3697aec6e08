export type Region = {
  name: string
  /** Of all visitors; together 1. */
  share: number
  /** Median round trip between its visitors and its caches, in ms. */
  visitorMs: number
  /** Hours from UTC, which move the busy time of its day. */
  zone: number
}

/** The first one is home: the database that takes changes, the bucket and the registries are there. */
export const REGIONS: Region[] = [
  { name: 'Ireland', share: 0.4, visitorMs: 20, zone: 0 },
  { name: 'Frankfurt', share: 0.25, visitorMs: 20, zone: 1 },
  { name: 'Virginia', share: 0.2, visitorMs: 35, zone: -5 },
  { name: 'São Paulo', share: 0.05, visitorMs: 40, zone: -3 },
  { name: 'Singapore', share: 0.1, visitorMs: 45, zone: 8 },
]
export const HOME = 0

/**
 * Round trips between these regions of one provider in ms, as published for 2017, in the order above; within a region 1. They
 * have become shorter since, to Singapore by a third.
 */
const ROUND_TRIPS = [
  [1, 19.6, 80.5, 191.3, 238.1],
  [19.6, 1, 88.6, 194.9, 325.9],
  [80.5, 88.6, 1, 119.5, 216.7],
  [191.3, 194.9, 119.5, 1, 328.1],
  [238.1, 325.9, 216.7, 328.1, 1],
]
export const roundTrip = (from: number, to: number): number => ROUND_TRIPS[from]?.[to] ?? Number.NaN

/** Where visitors of a lost region are led: the nearest one of the others. */
export const nearestTo = (lost: number): number =>
  REGIONS.map((_, index) => index)
    .filter((index) => index !== lost)
    .reduce((best, index) => (roundTrip(lost, index) < roundTrip(lost, best) ? index : best))

/** What a site does in a day, and how long its parts take, in ms: a render as `npm run bench` measured it, the rest assumed. */
export const DAY = {
  visitors: 10_000_000,
  pagesOfVisit: 2.5,
  pages: 152,
  /** In the working hours of the home region. */
  contentChanges: 40,
  promotions: 20,
  /** One rollout to a tenth of the visitors goes on all the time. */
  variants: [0.9, 0.1],
  cacheMs: 1,
  renderMs: 5,
  callMs: 3,
  /** Until an edge that has a release gives it to visitors, and its cache has dropped what was before. */
  followMs: 40,
  /** For a release that an edge has never had, besides the ways: checked, linked, opened. */
  openMs: 400,
}
export type Day = typeof DAY
