import { listComing } from '@marram/api-contract/coming'
import { renderPage } from '@marram/build/render-page'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as events from '../section'

const run = {
  slug: 'run',
  title: 'Moon run',
  image: '',
  date_from: '2026-12-27',
  date_to: '2026-12-27',
  open: true,
  form: '7',
}
const course = { slug: 'knots', title: 'Knots', image: '', description: '', date: '2027-02-13', link: null, form: null }
const past = { ...run, slug: 'past', title: 'Past walk', date_from: '2026-01-01', date_to: '2026-01-02' }
let answers: Record<string, unknown>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:00Z') })
  answers = {}
})
afterEach(() => void vi.useRealTimers())

const show = (query = '') => renderPage(events, `/campaign-events${query}`, answers)
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to?.replaceAll('&amp;', '&'))

it('shows all kinds with one call, soonest first, and finished events below', async () => {
  answers[listComing.path] = [
    { ...run, kind: 'sport' },
    { ...run, kind: 'course', slug: 'knots', title: 'Knots', date_from: '2027-02-13', date_to: '2027-02-13' },
    { ...run, kind: 'exhibition', slug: 'jars', title: 'Jars', date_from: '2020-01-01', date_to: '2999-01-01' },
  ]
  answers['/api/events/'] = [past]
  const html = await show()
  // Other calls get no answer here.
  expect(html).not.toContain('could not be loaded')
  const [, list = ''] = html.split('id="coming"')
  expect(linksIn(list).filter((to) => /details|courses#/.test(to ?? ''))).toEqual([
    '/exhibition-details/jars',
    '/sports-details/run',
    '/courses#knots',
    '/campaign-events/details/past',
  ])
  for (const words of ['3 events are coming', '3 events', 'On now', 'December 2026', 'February 2027', 'Past events'])
    expect(html).toContain(words)
  // From each month to the others, and what has begun shows its end.
  const [, months = ''] = /<nav[^>]*aria-label="Months">(.*?)<\/nav>/s.exec(list) ?? []
  expect(linksIn(months)).toEqual(['#now', '#in-2026-12', '#in-2027-02'])
  for (const to of linksIn(months)) expect(list).toContain(`id="${to?.slice(1)}"`)
  const [, jars = ''] = /aria-hidden="true">(.*?)<\/p>.*?\/exhibition-details\/jars/s.exec(list) ?? []
  expect(jars.replaceAll(/<[^>]*>/g, ' ')).toMatch(/until\s+1\s+January 2999/)
})

it('folds the months after the first dozen rows into lines that name what is in them', async () => {
  const later = { kind: 'sport', date_from: '2027-02-13', date_to: '2027-02-14' }
  const sooner = Array.from({ length: 12 }, (_, i) => ({ ...run, kind: 'sport', slug: `run-${i}` }))
  answers[listComing.path] = [
    ...sooner,
    { ...run, ...later, slug: 'row', title: 'River Row' },
    { ...run, ...later, slug: 'table', title: 'The Long Bench: an olympiad without questions' },
  ]
  answers['/api/events/'] = []
  const html = await show()
  const [folded = '', ...others] = html.match(/<details[^>]*id="in-.*?<\/details>/gs) ?? []
  expect(others).toEqual([])
  expect(folded).toMatch(/^<details id="in-2027-02"[^>]*><summary[^>]*><h3[^>]*>February 2027<\/h3>/)
  expect(/<span[^>]*>(.*?)<\/span>/.exec(folded)?.[1]).toBe('River Row\u00a0· The Long Bench')
  expect(linksIn(folded)).toEqual(['/sports-details/row', '/sports-details/table'])
  expect(html).toContain('href="#in-2027-02"')
  // A month that was asked for stands open, however many rows it has.
  answers[listComing.path] = [...sooner, ...sooner].map((event, i) => ({ ...event, slug: `run-${i}` }))
  expect(await show('?month=2026-12')).not.toContain('<details id=')
})

it('combines the lists of each kind when a host has no such call, and names those that failed', async () => {
  answers['/api/sports/open'] = [run]
  answers['/api/courses/'] = [course]
  answers['/api/events/'] = [past]
  const html = await show()
  expect(html).toContain('Moon run')
  expect(html).toContain('Knots')
  expect(html).toContain('Exhibitions, Olympiad, Tickets, Submissions could not be loaded.')
})

it('fails when nothing can be loaded', async () => {
  await expect(show()).rejects.toThrow()
})

it('filters by month, kind and place, keeps the filter in its links, and excludes filtered pages from search engines', async () => {
  answers[listComing.path] = [
    { ...run, kind: 'sport', place: 'Sea wall' },
    { ...run, kind: 'sport', slug: 'row', title: 'Row', place: 'River' },
    { ...run, kind: 'ticket', slug: 'song', title: 'Song', place: 'Sea wall' },
    {
      ...run,
      kind: 'sport',
      slug: 'ride',
      title: 'Ride',
      place: 'Sea wall',
      date_from: '2027-01-02',
      date_to: '2027-01-02',
    },
  ]
  answers['/api/events/'] = [past]
  const html = await show('?month=2026-12&kind=sports&place=sea')
  expect(linksIn(html).filter((to) => to?.includes('details'))).toEqual(['/sports-details/run'])
  expect(html).toContain('1 event, Sports, “sea”, December 2026')
  expect(html).not.toContain('Past events')
  expect(linksIn(html)).toContain('/campaign-events?month=2026-12&kind=sports&place=sea&view=calendar')
  expect(linksIn(html).some((to) => to?.endsWith('/events.ics?kind=sports'))).toBe(true)
})

it('gives the last day of what begins before the month that is shown', async () => {
  answers[listComing.path] = [{ ...run, kind: 'sport', date_from: '2027-01-30', date_to: '2027-02-02' }]
  const dateIn = (html: string) => /<p[^>]*aria-hidden="true">(.*?)<\/p>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, ' ')
  expect(dateIn(await show('?month=2027-02'))).toMatch(/until\s+2\s+February 2027/)
  expect(dateIn(await show('?month=2027-01'))).not.toContain('until')
})

it('shows that nothing is planned in an empty month, and links to the next with events', async () => {
  answers[listComing.path] = [{ ...run, kind: 'sport', date_from: '2027-04-17', date_to: '2027-04-18' }]
  answers['/api/events/'] = []
  const html = await show('?month=2027-02&kind=sports')
  expect(html).toContain('We have nothing planned under Sports in February 2027.')
  expect(linksIn(html)).toContain('/campaign-events?month=2027-04&kind=sports')
  expect(linksIn(html)).toEqual(
    expect.arrayContaining([
      '/campaign-events?month=2027-01&kind=sports',
      '/campaign-events?month=2027-03&kind=sports',
    ]),
  )
  expect(await show('?month=2027-02&view=calendar')).toContain('We have nothing planned in February 2027.')
})

it('renders a month as a table too, with its name, weekdays and links to the neighbouring months', async () => {
  answers[listComing.path] = [
    { ...run, kind: 'sport' },
    { ...run, kind: 'ticket', slug: 'song', title: 'Song', date_from: '2027-02-01', date_to: '2027-02-01' },
  ]
  answers['/api/events/'] = []
  const html = await show('?view=calendar')
  const [table = ''] = /<table.*<\/table>/s.exec(html) ?? []
  expect(/<caption[^>]*>(.*?)<\/caption>/.exec(table)?.[1]).toBe('December 2026')
  expect(table.match(/<th scope="col"/g)).toHaveLength(7)
  expect(/<td[^>]*><time dateTime="2026-12-27"[^>]*>27<\/time><ul.*?<\/td>/s.exec(table)?.[0]).toContain(
    '/sports-details/run',
  )
  expect(linksIn(html)).toEqual(
    expect.arrayContaining([
      '/campaign-events?month=2026-11&view=calendar',
      '/campaign-events?month=2027-01&view=calendar',
    ]),
  )
  // Nothing is planned later, and finished events are not in the list.
  expect(linksIn(await show('?view=calendar&month=2027-02'))).not.toContain(
    '/campaign-events?month=2027-03&view=calendar',
  )
  expect(linksIn(await show('?view=calendar&month=2026-11'))).not.toContain(
    '/campaign-events?month=2026-10&view=calendar',
  )
})
