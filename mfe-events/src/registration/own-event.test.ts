import { paths } from '@marram/api-contract/paths'
import { expect, it } from 'vitest'
import { choiceOf, wayTo } from './own-event'

const days = { date_from: '2026-12-12', date_to: '2026-12-12' }

it.each([
  [paths.sport('run'), 'Sports', paths.sports()],
  [paths.olympiad('run'), 'Olympiad', paths.olympiads()],
  [paths.ticket('run'), 'Tickets', paths.tickets()],
  [paths.exhibition('run'), 'Exhibitions', paths.exhibitions()],
  [paths.submission('run'), 'Submissions', paths.submissions()],
  [paths.campaignEvent('run'), 'Campaign & Events', paths.campaignEvents()],
  ['/courses#run', 'Courses', paths.courses()],
])('the breadcrumb of a form goes through the list and the event: %s', (url, title, to) => {
  expect(wayTo({ title: 'Run', url, ...days })).toEqual([
    { title, to },
    { title: 'Run', to: url },
  ])
})

it('an event without a page on this site is in no breadcrumb', () => {
  expect(wayTo(undefined)).toEqual([])
  expect(wayTo({ title: 'Run', ...days })).toEqual([])
  expect(wayTo({ title: '', url: '/sports-details/run', ...days })).toEqual([])
  expect(wayTo({ title: 'Run', url: 'javascript:alert(1)', ...days })).toEqual([])
  expect(wayTo({ title: 'Run', url: '/elsewhere', ...days })).toEqual([{ title: 'Run', to: '/elsewhere' }])
})

const evenings = ['Last Bus Concert, 12 December 2026', 'An Evening of Tides, 24 March 2027']
const courses = ['Read a shore, 13 February 2027', 'First aid for a dune, 16 October 2027']
it.each([
  ['Last Bus Concert', evenings, evenings[0]],
  [' an evening of tides ', evenings, evenings[1]],
  ['Read a shore in one afternoon', courses, courses[0]],
  ['First aid for a dune: fences, trenches', courses, courses[1]],
  ['Dŵr: nine wells', ['Glass Rivers', 'Dŵr: nine wells'], 'Dŵr: nine wells'],
  ['Glass Rivers: twenty-three streams', ['Glass Rivers', 'Dŵr: nine wells'], 'Glass Rivers'],
  // Another event with a similar title.
  ['Read a shoreline', courses, undefined],
  ['Last Bus', ['Last Buses, 12 December'], undefined],
  // A single word is ambiguous, and so are two matching choices.
  ['May Day', ['April', 'May'], undefined],
  ['Last Bus Concert', ['Last Bus Concert, front', 'Last Bus Concert, back'], undefined],
  ['', evenings, undefined],
  ['Last Bus Concert', [], undefined],
])('the choice for “%s” of %j is %j', (title, options, choice) => expect(choiceOf(title, options)).toBe(choice))
