import { expect, it } from 'vitest'
import { eventsQuery } from './activity'

const asked = (query: string) => JSON.parse(JSON.stringify(eventsQuery(new URLSearchParams(query))))

it('without filters all events are shown, a page at a time', () => {
  expect(asked('')).toEqual({ limit: 50 })
  expect(asked('actor=+&part=&from=yesterday&to=2027')).toEqual({ limit: 50 })
})

it('only known filters of an address are applied', () => {
  const chosen = 'environment=production&part=events&action=promote&actor=Ada+L&refused=true'
  expect(asked(`${chosen}&before=3&limit=9`)).toEqual({
    ...Object.fromEntries(new URLSearchParams(chosen)),
    limit: 50,
  })
})

it('the last day is included whole, at the end of a month too', () => {
  const { since, until } = asked('from=2026-02-28&to=2026-02-28')
  expect(since).toBe(new Date(2026, 1, 28).toISOString())
  expect(until).toBe(new Date(2026, 2, 1).toISOString())
})
