// @vitest-environment happy-dom
import type { Pictures } from '@marram/release-contract/calls/releases'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { openConsole, responding, shows } from '../testing/console'
import { stateOf } from '../testing/shapes'

const [one, two, three] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
const path = '/releases/environments/production'
const none = { height: 1000, cut: false, different: 0, boxes: [], candidate: null, live: null }
const box = { x: 20, y: 40, width: 60, height: 20 }
const pages: Pictures['pages'] = [
  { path: '/same', message: null, views: [390, 1440].map((width) => ({ width, ...none })) },
  {
    path: '/changed',
    message: null,
    views: [
      { width: 390, ...none },
      { width: 1440, ...none, different: 14_400, boxes: [box], candidate: one, live: two },
    ],
  },
  { path: '/new', message: null, views: [{ width: 390, ...none, cut: true, candidate: three }] },
  { path: '/broken', message: 'it could not be pictured at 390', views: [] },
]

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())
async function open(pictures: Partial<Pictures>) {
  const release = { environment: 'production', part: 'events', version: '1.1.0' }
  const ofRelease = `GET ${path}/parts/events/versions/1.1.0`
  const seen = { live: '1.0.0', pending: false, message: null, pages: [], ...pictures }
  const picture = (digest: string, text: string) => ({
    [`GET /releases/parts/events/versions/1.1.0/pictures/${digest}`]: responding('showPicture', { webp: btoa(text) }),
  })
  opened = await openConsole('/environments/production/parts/events/versions/1.1.0', {
    [`GET ${path}`]: responding('showEnvironment', {
      ...{ environment: 'production', revision: 1, composition: null, stops: [] },
      ...{ parts: { events: stateOf({ stable: '1.1.0' }) }, edges: [] },
    }),
    [`${ofRelease}/gate`]: responding('showGate', {
      ...{ ...release, replaces: '1.0.0', passed: true, checks: [], pairs: [], pictures: seen },
    }),
    ...picture(one, 'candidate'),
    ...picture(two, 'live'),
    ...picture(three, 'new'),
  })
  await shows('How its pages look')
}
const section = () => document.querySelector('section[aria-labelledby="pictures"]') as HTMLElement
const drawings = () =>
  [...section().querySelectorAll('figure')].map((figure) => [
    figure.querySelector('figcaption')?.textContent,
    figure.querySelector('image')?.getAttribute('href'),
    figure.querySelectorAll('rect').length,
  ])
const data = (text: string) => `data:image/webp;base64,${btoa(text)}`

it('shows the candidate, live and what differs in it side by side, and folds what is the same', async () => {
  await open({ pages })
  expect([...section().querySelectorAll('summary')].map(({ textContent }) => textContent)).toEqual([
    '/changed: no difference at 390, 1 % differ at 1440',
    '/new: 1.0.0 has no such page; only its first 1000 pixels',
    '1 page without a difference',
  ])
  expect(section().textContent).toContain('/broken: it could not be pictured at 390')
  await expect.poll(drawings).toEqual([
    ['Candidate 1.1.0, 1440 wide', data('candidate'), 0],
    ['Live 1.0.0, 1440 wide', data('live'), 0],
    ['1 place marked, 1440 wide', data('candidate'), 1],
  ])
  expect(section().querySelector('rect')?.getAttribute('x')).toBe('20')
  // What scrolls is named, and reached by keyboard.
  for (const each of section().querySelectorAll('.picture')) {
    expect(each.getAttribute('tabindex')).toBe('0')
    expect(each.getAttribute('aria-label')).toContain('/changed, 1440 pixels wide')
  }
})

it('reads pictures of another page when somebody opens it, the candidate alone where live has none', async () => {
  await open({ pages })
  const details = [...section().querySelectorAll('details')].find((each) => each.textContent?.includes('/new'))
  await act(async () => {
    if (details) details.open = true
    details?.dispatchEvent(new Event('toggle'))
  })
  await expect.poll(() => drawings().length).toBe(4)
  expect(drawings().at(-1)).toEqual(['Candidate 1.1.0, 390 wide', data('new'), 0])
})

it('says why there are no pictures, and that they are being taken', async () => {
  await open({ message: 'No pictures: the registry has no browser.' })
  expect(section().textContent).toBe('How its pages lookNo pictures: the registry has no browser.')
  opened.close()
  await open({ pending: true })
  await shows('Pictures of its pages are being taken')
})
