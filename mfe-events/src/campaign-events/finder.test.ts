import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from '../components/event-kinds'
import { section } from '../section'
import type { ComingCard } from './coming'
import { askedIn, asShown, foundIn, groupsOf, monthAfter, monthPlan, monthsOf, runsIn } from './finder'

const card = (slug: string, from: string, to = from, more: Partial<ComingCard> = {}): ComingCard => ({
  ...{ kind: 'sport', slug, title: slug, image: '', date_from: from, date_to: to, place: undefined, state: 'none' },
  ...{ time: undefined, fee: undefined, comes: true, ...more },
})
const TODAY = '2026-11-24'
const names = (events: { slug: string }[]) => events.map(({ slug }) => slug)

it('offers the kinds of the calendar, under the same names', () => {
  const declared = section.calendar.lists.map(({ kind, title }) => [kind, title])
  expect(kinds.map(({ name, title }) => [name, title])).toEqual(declared)
})

describe('an address', () => {
  const asked = (query: string) => askedIn(new URL(`https://marram.example/campaign-events?${query}`))
  const nothing = { month: '', kind: '', place: '', view: '', page: 1 }

  it('contains month, kind, place, view and page', () => {
    expect(asked('')).toEqual(nothing)
    expect(asked('month=2026-12&kind=sports&place=+Sea+wall+&view=calendar&page=2')).toEqual({
      ...{ month: '2026-12', kind: 'sports', place: 'Sea wall', view: 'calendar', page: 2 },
    })
  })

  it.each([
    'month=2026-13',
    'month=12',
    'month=0000-01',
    'kind=tides',
    'kind=sport',
    'view=table',
    'page=0',
    'page=x',
    'place=',
  ])('with %s applies no filter', (query) => expect(asked(query)).toEqual(nothing))

  it('is read without errors whatever it contains', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const { month, page } = asked(query)
        if (month)
          expect(
            monthPlan([], month)
              .weeks.flatMap(({ cells }) => cells)
              .filter(Boolean).length,
          ).toBeGreaterThan(27)
        expect(page).toBeGreaterThan(0)
      }),
    )
  })
})

describe('an event in the results', () => {
  const events = [
    card('show', '2020-10-30', '2027-01-31', { kind: 'exhibition', place: 'Four libraries' }),
    card('run', '2026-12-27', '2026-12-27', { place: 'Café on the Sea Wall, gate 2' }),
    card('walk', '2027-01-30', '2027-02-02', { kind: 'event', place: 'Sea wall' }),
    card('some day', 'soon', ''),
  ]

  it('matches by kind, and by words of its place, without case and accents', () => {
    const found = (kind: string, place: string) => names(foundIn(events, { kind, place }))
    expect(found('', '')).toEqual(names(events))
    expect(found('sports', '')).toEqual(['run', 'some day'])
    expect(found('', 'wall SEA')).toEqual(['run', 'walk'])
    expect(found('campaigns', 'sea')).toEqual(['walk'])
    expect(found('', 'cafe')).toEqual(['run'])
  })

  it('appears in each month from its first day to its last', () => {
    const runIn = (month: string) => names(events.filter(runsIn(month)))
    expect(runIn('2026-11')).toEqual(['show'])
    expect(runIn('2027-01')).toEqual(['show', 'walk'])
    expect(runIn('2027-02')).toEqual(['walk'])
    expect(runIn('2027-03')).toEqual([])
  })

  it('adds the month in which it begins to the choice, and this month while it runs', () => {
    expect(monthsOf(events, TODAY)).toEqual(['2026-11', '2026-12', '2027-01'])
    expect(monthsOf([], TODAY)).toEqual([])
  })

  it('is placed by the day that its row shows: what has begun by its last one', () => {
    const shorter = card('shorter', '2020-11-01', '2026-12-31')
    const inOrder = (month: string) => names(asShown([...events, shorter], month, TODAY))
    expect(inOrder('')).toEqual(['shorter', 'show', 'run', 'walk', 'some day'])
    expect(inOrder('2027-02')).toEqual(['run', 'shorter', 'show', 'walk', 'some day'])
  })

  it('is grouped under “on now” and its first month, or under the selected month', () => {
    const titles = (month: string) =>
      groupsOf(events, month, TODAY).map(({ title, events: some }) => [title, names(some)])
    expect(titles('')).toEqual([
      ['On now', ['show']],
      ['December 2026', ['run']],
      ['January 2027', ['walk']],
      ['Date not known yet', ['some day']],
    ])
    expect(titles('2027-01')).toEqual([['January 2027', names(events)]])
  })
})

describe('the calendar of a month', () => {
  const days = ({ weeks }: ReturnType<typeof monthPlan>) => weeks.flatMap(({ cells }) => cells)
  const at = (plan: ReturnType<typeof monthPlan>, day: string) => days(plan).find((each) => each?.day === day)

  it('starts its weeks on Monday', () => {
    const { weeks } = monthPlan([], '2026-12')
    expect(
      weeks.map(({ cells }) =>
        cells
          .map((day) => day?.day.slice(8) ?? '')
          .join(' ')
          .trim(),
      ),
    ).toEqual([
      '01 02 03 04 05 06',
      '07 08 09 10 11 12 13',
      '14 15 16 17 18 19 20',
      '21 22 23 24 25 26 27',
      '28 29 30 31',
    ])
    expect(weeks[0]?.cells[0]).toBeUndefined()
  })

  it('shows what lasts one day on it, and what lasts longer as a bar where it begins and ends', () => {
    const plan = monthPlan(
      [
        card('over the start', '2026-11-20', '2026-12-02'),
        card('week', '2026-12-01', '2026-12-07'),
        card('day', '2026-12-02'),
        card('show', '2026-12-03', '2026-12-20'),
        card('over the end', '2026-12-30', '2027-01-02'),
        card('all along', '2026-10-01', '2027-03-01'),
        card('to the day', '2026-12-01', '2026-12-31'),
        card('some day', 'soon', ''),
      ],
      '2026-12',
    )
    const bars = (day: string) =>
      at(plan, day)?.bars.map(({ slug, lane, span, begins, ends }) => [slug, lane, span, begins, ends])
    expect(bars('2026-12-01')).toEqual([
      ['over the start', 0, 2, false, true],
      ['week', 1, 6, true, false],
    ])
    expect([at(plan, '2026-12-02')?.bars, names(at(plan, '2026-12-02')?.entries ?? [])]).toEqual([[], ['day']])
    // In the lane that is free again.
    expect(bars('2026-12-03')).toEqual([['show', 0, 4, true, false]])
    // The show neither begins nor ends in this week.
    expect(bars('2026-12-07')).toEqual([['week', 0, 1, false, true]])
    expect(bars('2026-12-14')).toEqual([['show', 0, 7, false, true]])
    expect(bars('2026-12-30')).toEqual([['over the end', 0, 2, true, false]])
    expect(plan.weeks.map(({ lanes }) => lanes)).toEqual([2, 1, 1, 0, 1])
    expect(names(plan.throughout)).toEqual(['all along', 'to the day'])
  })

  it('draws no two bars of a week over each other, and each event in the weeks in which it begins and ends, and the first', () => {
    const day = fc.integer({ min: 1, max: 31 })
    const run = fc.tuple(day, day).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
    const dated = (n: number) => `2026-12-${String(n).padStart(2, '0')}`
    fc.assert(
      fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
        const plan = monthPlan(
          runs.map(([first, last], i) => card(`${i}`, dated(first), dated(last))),
          '2026-12',
        )
        const seen: string[] = []
        for (const { cells } of plan.weeks) {
          const taken = new Set<string>()
          cells.forEach((cell, weekday) => {
            seen.push(...names(cell?.entries ?? []))
            for (const { slug, lane, span } of cell?.bars ?? []) {
              for (let each = weekday; each < weekday + span; each++) {
                expect(taken).not.toContain(`${lane} ${each}`)
                taken.add(`${lane} ${each}`)
                seen.push(slug)
              }
            }
          })
        }
        const daysOf = (i: number) => seen.filter((slug) => slug === `${i}`).length
        // That month begins on a Tuesday.
        const weekOf = (n: number) => Math.floor(n / 7)
        const shown = runs.map(([first, last]) => {
          const all = Array.from({ length: last - first + 1 }, (_, i) => first + i)
          return all.length === 31 ? [] : all.filter((n) => [0, weekOf(first), weekOf(last)].includes(weekOf(n)))
        })
        expect(runs.map((_, i) => daysOf(i))).toEqual(shown.map(({ length }) => length))
      }),
    )
  })

  it('has every day once, in whole weeks, in every month; and months are consecutive', () => {
    const month = fc
      .tuple(fc.integer({ min: 1000, max: 9998 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`)
    fc.assert(
      fc.property(month, fc.integer({ min: -500, max: 500 }), (each, by) => {
        const { weeks } = monthPlan([], each)
        expect(weeks.every(({ cells }) => cells.length === 7)).toBe(true)
        const days = weeks.flatMap(({ cells }) => cells.flatMap((day) => day?.day ?? []))
        expect(days).toEqual([...new Set(days)].toSorted())
        const [year = 0, number = 0] = each.split('-').map(Number)
        expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate())
        const weekday = weeks.flatMap(({ cells }) => cells).findIndex((day) => day)
        expect((new Date(`${each}-01T00:00:00Z`).getUTCDay() + 6) % 7).toBe(weekday)
        const other = monthAfter(each, by)
        if (/^[1-9]\d{3}-/.test(other)) expect(monthAfter(other, -by)).toBe(each)
      }),
    )
  })
})
