import { expect, it } from 'vitest'
import { courseOf, isSuspected, type Minute, verdictOf } from './verdict'
import { verdictText } from './verdict-text'

const minute = (candidate: [loads: number, failures: number], stable: [loads: number, failures: number]): Minute => ({
  candidate: { loads: candidate[0], failures: candidate[1] },
  stable: { loads: stable[0], failures: stable[1] },
  minute: new Date(0),
})
/** Failures from all networks. */
const many = { networks: 5, unusable: 0 }
const times = (count: number, each: Minute) => new Array<Minute>(count).fill(each)
/** At 10 % nothing fails; at 90 % the API fails 10 % of all requests. */
const calm = times(10, minute([100, 0], [900, 0]))
const incident = times(10, minute([90, 9], [10, 1]))

it('blames no candidate for an incident that hit both while it had most of the visitors', () => {
  const found = verdictOf([[...calm, ...incident]], many)
  expect(found).toMatchObject({
    candidate: { loads: 1900, failures: 90 },
    stable: { loads: 9100, failures: 10 },
    verdict: 'no worse',
  })
  expect(found.p).toBeGreaterThan(0.3)
})

it('detects a worse candidate during an incident whose totals look better for it', () => {
  const struck = times(10, minute([10, 6], [90, 27]))
  const after = times(10, minute([90, 4], [10, 0]))
  const found = verdictOf([[...struck, ...after]], many)
  expect(found.candidate.failures / found.candidate.loads).toBeLessThan(found.stable.failures / found.stable.loads)
  expect(found.verdict).toBe('worse')
  expect(verdictText('events', { candidate: '1.1.0', stable: '1.0.0' }, found)).toMatch(
    /^events 1\.1\.0 failed in 100 of 1000 loads, 1\.0\.0 in 270 of 1000 in the same time \(p = .*, compared minute by minute\)\.$/,
  )
})

it('merges the minutes of a quiet site until both have loads', () => {
  const quiet = [minute([0, 0], [2, 0]), minute([1, 1], [0, 0])]
  const found = verdictOf([[...times(20, quiet[0] as Minute), ...times(20, quiet[1] as Minute)]], many)
  expect(found).toMatchObject({ candidate: { loads: 1 }, verdict: 'too few' })
  expect(verdictOf([new Array(20).fill(quiet).flat()], many)).toMatchObject({
    candidate: { loads: 20, failures: 20 },
    stable: { loads: 40, failures: 0 },
    verdict: 'worse',
  })
})

it('waits for a handful of failures, however rare they are otherwise', () => {
  const busy = (failures: number) => [[minute([20, failures], [1_000_000, 0])]]
  expect(verdictOf(busy(4), many)).toMatchObject({ verdict: 'too few' })
  expect(verdictOf(busy(4), many).p).toBeLessThan(0.001)
  expect(verdictOf(busy(5), many)).toMatchObject({ verdict: 'worse' })
})

it('gives no verdict without anything to compare with', () => {
  expect(verdictOf([[]], many)).toMatchObject({ p: 1, verdict: 'too few' })
  expect(verdictOf([times(50, minute([100, 100], [0, 0]))], many)).toMatchObject({
    candidate: { loads: 0 },
    verdict: 'too few',
  })
})

it.each([
  [{ networks: 1, unusable: 0 }, 'too few'],
  [{ networks: 4, unusable: 4 }, 'too few'],
  [{ networks: 5, unusable: 0 }, 'worse'],
  [{ networks: 0, unusable: 5 }, 'worse'],
] as const)('calls a candidate worse when its failures were %j: %s', (struck, verdict) => {
  const found = verdictOf([[minute([35, 35], [80, 0])]], struck)
  expect(found).toMatchObject({ verdict, networks: struck.networks })
  expect(isSuspected(found)).toBe(verdict === 'too few')
})

it('shows how the probability of a verdict came to be, in the order of time', () => {
  const at = (n: number, failures: number): Minute => ({
    ...minute([20, failures], [180, 1]),
    minute: new Date(n * 60_000),
  })
  const strata = [
    [at(1, 1), at(3, 2)],
    [at(2, 1), at(4, 3)],
  ]
  const course = courseOf(strata)
  expect(course.map((point) => point.minute.getTime() / 60_000)).toEqual([1, 2, 3, 4])
  expect(course.at(-1)?.p).toBeCloseTo(verdictOf(strata, many).p, 12)
  expect(course.map(({ p }) => p)).toEqual(course.map(({ p }) => p).sort((a, b) => b - a))
  expect(courseOf([])).toEqual([])
})

it('shows a long rollout with fewer points, the last one among them', () => {
  const all = Array.from({ length: 1001 }, (_, i) => ({ ...minute([20, 0], [180, 1]), minute: new Date(i * 60_000) }))
  const course = courseOf([all])
  expect(course.length).toBeLessThanOrEqual(201)
  expect(course.at(-1)).toEqual({ minute: new Date(1000 * 60_000), p: verdictOf([all], many).p })
})
