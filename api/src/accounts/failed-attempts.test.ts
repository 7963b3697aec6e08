import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ATTEMPT_LIMIT, type Source, waitFor } from './failed-attempts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
type Attempt = { source: Source; at: Date }

/** Makes the given attempts, and returns the allowed ones, newest first. */
function tried(asked: { source: Source; at: number }[]): Attempt[] {
  const failures: Attempt[] = []
  for (const { source, at } of asked) {
    const now = new Date(at)
    const ofDay = failures.filter((failure) => failure.at.getTime() > at - DAY)
    if (waitFor(ofDay, source, now, ATTEMPT_LIMIT) === 0) failures.unshift({ source, at: now })
  }
  return failures
}

const sources = fc.oneof(
  fc.integer({ min: 0, max: 300 }).map((n): Source => `network ${n}`),
  fc.constantFrom<Source>('device a', 'device b'),
)
/** Up to three days of attempts, mostly many from one source in a row. */
const attacks = fc
  .array(fc.tuple(sources, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 90 * MINUTE })), {
    maxLength: 60,
  })
  .map((bursts) => {
    let at = 0
    return bursts.flatMap(([source, times, pause]) => {
      at += pause
      return Array.from({ length: times }, () => ({ source, at }))
    })
  })

it('lets no more guesses through than the limit, whoever makes them', () => {
  const most = (failures: Attempt[], time: number) =>
    Math.max(
      0,
      ...failures.map(
        ({ at }) => failures.filter((other) => other.at <= at && other.at.getTime() > at.getTime() - time).length,
      ),
    )
  fc.assert(
    fc.property(attacks, (asked) => {
      const failures = tried(asked)
      expect(
        most(
          failures.filter(({ source }) => source.startsWith('network')),
          DAY,
        ),
      ).toBeLessThanOrEqual(200)
      for (const source of new Set(failures.map((each) => each.source))) {
        const own = failures.filter((each) => each.source === source)
        expect(most(own, 15 * MINUTE)).toBeLessThanOrEqual(10)
        expect(most(own, DAY)).toBeLessThanOrEqual(50)
      }
    }),
  )
})

it('makes a known device wait for its own failures only', () => {
  fc.assert(
    fc.property(attacks, (asked) => {
      const failures = tried(asked)
      const now = new Date(asked.at(-1)?.at ?? 0)
      const own = failures.filter(({ source }) => source === 'device a')
      const wait = waitFor(failures, 'device a', now, ATTEMPT_LIMIT)
      expect(wait).toBe(waitFor(own, 'device a', now, ATTEMPT_LIMIT))
      if (own.length < 10) expect(wait).toBe(0)
    }),
  )
})

it('reports when to try again, which is within a day, and then allows it', () => {
  fc.assert(
    fc.property(attacks, sources, (asked, source) => {
      const failures = tried(asked)
      const now = asked.at(-1)?.at ?? 0
      const wait = waitFor(failures, source, new Date(now), ATTEMPT_LIMIT)
      expect(wait).toBeLessThanOrEqual(DAY)
      expect(waitFor(failures, source, new Date(now + wait), ATTEMPT_LIMIT)).toBe(0)
      if (wait > 0) expect(waitFor(failures, source, new Date(now + wait - 1), ATTEMPT_LIMIT)).toBe(1)
    }),
  )
})

it('leaves the owner two attempts from a new device at any minute, while fifty networks guess for two days', () => {
  const asked: { source: Source; at: number }[] = []
  for (let at = 0; at < 2 * DAY; at += 7 * MINUTE)
    for (let network = 0; network < 50; network++)
      for (let i = 0; i < 3; i++) asked.push({ source: `network ${network}`, at })
  const failures = tried(asked)
  expect(failures.filter(({ at }) => at.getTime() < DAY).length).toBeLessThanOrEqual(148)
  for (let at = 0; at < 2 * DAY; at += 7 * MINUTE) {
    const before = failures.filter((each) => each.at.getTime() <= at && each.at.getTime() > at - DAY)
    const once = [{ source: 'network of the owner', at: new Date(at) }, ...before]
    for (const known of [before, once])
      expect(waitFor(known, 'network of the owner', new Date(at), ATTEMPT_LIMIT)).toBe(0)
  }
})
