import { expect, it } from 'vitest'
import { simulateDay, timesToFollow } from './simulate'
import { DAY, HOME, REGIONS } from './world'

const small = { ...DAY, visitors: 200_000 }
const keptOf = (day: typeof DAY) => {
  const all = simulateDay({ seed: 1, day, readsAre: 'at home' })
  return all.reduce((sum, { kept }) => sum + kept, 0) / all.reduce((sum, { requests }) => sum + requests, 0)
}

it('gives the same figures for the same seed, and the visitors that it was told', () => {
  const run = (seed: number) => simulateDay({ seed, day: small, readsAre: 'at home' })
  const all = run(1)
  expect(run(1)).toEqual(all)
  expect(run(2)).not.toEqual(all)
  const pages = all.reduce((sum, { requests }) => sum + requests, 0)
  expect(pages / (small.visitors * small.pagesOfVisit)).toBeCloseTo(1, 1)
  for (const [at, { share }] of REGIONS.entries()) expect((all[at]?.requests ?? 0) / pages).toBeCloseTo(share, 1)
})

it('shows what spoils a cache: a key for each visitor, and changes all the time', () => {
  expect(keptOf(small)).toBeGreaterThan(0.85)
  expect(keptOf({ ...small, variants: new Array(10_000).fill(1) })).toBeLessThan(0.3)
  expect(keptOf({ ...small, contentChanges: 20_000 })).toBeLessThan(0.6)
})

it('a lost region fails until visitors are led elsewhere; the home region takes no page with it that is kept', () => {
  const lost = (region: number, readsAre: 'at home' | 'in every region') =>
    simulateDay({ seed: 1, day: small, readsAre, lost: region })
  const usual = simulateDay({ seed: 1, day: small, readsAre: 'at home' })
  const failed = lost(2, 'at home').map((each) => each.failed)
  expect(failed[2]).toBeGreaterThan(0)
  expect(failed.filter((count) => count > 0)).toHaveLength(1)
  // A minute of a day, of one region.
  expect(failed[2]).toBeLessThan((usual[2]?.requests ?? 0) / 500)
  expect(lost(2, 'at home')[1]?.requests ?? 0).toBeGreaterThan(0)
  const ofHome = (readsAre: 'at home' | 'in every region') =>
    lost(HOME, readsAre)
      .slice(1)
      .map((each) => each.failed)
  expect(ofHome('in every region')).toEqual([0, 0, 0, 0])
})

it('a change takes longer the further away a region is, and a new release longer than one that is there', () => {
  const slowMs = (region: number) => timesToFollow(region, 'content', DAY, 1).slowMs
  expect(slowMs(0)).toBeLessThan(5)
  expect(slowMs(4)).toBeGreaterThan(119)
  expect(timesToFollow(4, 'new release', DAY, 1).medianMs).toBeGreaterThan(
    timesToFollow(4, 'known release', DAY, 1).medianMs + DAY.openMs,
  )
})
