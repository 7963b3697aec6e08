// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { openConsole, responding, shows } from '../testing/console'
import { stateOf } from '../testing/shapes'

const release = { environment: 'production', part: 'events', version: '1.1.0' }
const path = '/releases/environments/production'
const ofRelease = `GET ${path}/parts/events/versions/1.1.0`

let opened: Awaited<ReturnType<typeof openConsole>>
const open = async (stable: string, before: string[] = []) => {
  const history = [...before, stable].map((version) => ({ version, at: '2026-05-01T12:00:00Z', by: 'Ann' }))
  opened = await openConsole('/environments/production/parts/events/versions/1.1.0', {
    [`GET ${path}`]: responding('showEnvironment', {
      ...{ environment: 'production', revision: 1, composition: null, stops: [] },
      ...{ parts: { events: stateOf({ stable, history }) }, edges: [] },
    }),
    [`${ofRelease}/gate`]: responding('showGate', {
      ...release,
      replaces: stable,
      passed: true,
      checks: [],
      pairs: [],
    }),
    [`${ofRelease}/difference`]: responding('showDifference', {
      ...{ ...release, live: '1.0.0', patterns: [] },
      sizes: [{ name: 'For browsers', before: 2000, after: 1500 }],
      modules: [{ name: 'host contract', before: '^1.0.0', after: '^2.0.0' }],
      files: [{ name: 'static/js/main.js', before: null, after: 800 }],
    }),
  })
  await shows('Difference to live')
}
afterEach(() => opened.close())

it('shows what a release changes, beside the live version', async () => {
  await open('1.0.0')
  await shows('Addresses: no difference.')
  const rows = [...document.querySelectorAll('section[aria-labelledby="difference"] tr')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['Name', '1.0.0', '1.1.0', 'Change'],
    ['For browsers', '2.0 KB', '1.5 KB', '−500 B'],
    ['Name', '1.0.0', '1.1.0', 'Change'],
    ['host contract', '^1.0.0', '^2.0.0', 'changed'],
    ['Name', '1.0.0', '1.1.0', 'Change'],
    ['static/js/main.js', '–', '800 B', 'new'],
  ])
})

it('does not compare a release with itself', async () => {
  await open('1.1.0')
  await shows('It is what is live.')
  expect(document.querySelector('section[aria-labelledby="difference"] tr')).toBeNull()
})

it('offers to go back to what was live before, and not to promote it', async () => {
  await open('1.2.0', ['1.0.0', '1.1.0'])
  const labels = [...document.querySelectorAll('main button')].map(({ textContent }) => textContent)
  expect(labels).toContain('Roll back to 1.1.0')
  expect(labels).not.toContain('Promote 1.1.0')
})
