// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { when } from '../page/words'
import { openConsole, responding, shows } from '../testing/console'
import { boardOf, environmentOf, stateOf, strategyOf } from '../testing/shapes'

const moment = '2026-05-01T12:00:00Z'
const path = '/releases/environments/production/parts/events'
const release = {
  ...{ integrity: 'sha384-x', publishedBy: 'Ben', publishedAt: moment, host: '^1.0.0', source: '96e0f135a4' },
  ...{ files: 3, bytes: 2000, live: [], candidate: [] },
}
const none = { versions: [], verdict: null, poorer: [], course: [] }

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('offers one way to each version, and shows times in the zone of the reader', async () => {
  const waitsFor = `20 loads are needed (counted from ${moment}).`
  const state = stateOf({
    ...{ stable: '1.1.0', candidate: '1.3.0', traffic: 10, strategy: strategyOf({ needsEvidence: true }), waitsFor },
    history: ['1.0.0', '1.1.0'].map((version) => ({ version, at: moment, by: 'Ann' })),
  })
  opened = await openConsole('/environments/production/parts/events', {
    'GET /releases/board': responding('showBoard', boardOf(environmentOf({ events: state }))),
    [`GET ${path}/evidence`]: responding('showEvidence', {
      ...{ environment: 'production', part: 'events', since: moment },
      ...none,
    }),
    'GET /releases/events': responding('listEvents', { events: [], next: null }),
    'GET /releases/parts/events/versions': responding('listVersions', {
      part: 'events',
      versions: ['1.3.0', '1.2.0', '1.1.0', '1.0.0'].map((version) => ({
        ...{ ...release, version },
        source: version === '1.3.0' ? '96e0f135a4-dirty' : release.source,
      })),
    }),
  })
  await shows('by Ben, of commit 96e0f135')
  await shows(/^1\.3\.0.*, of commit 96e0f135 and changes in none/, '[aria-label="All releases"] tbody tr')
  const buttonsOf = (version: string) => {
    const rows = [...document.querySelectorAll('[aria-label="All releases"] tbody tr')]
    const row = rows.find((each) => each.querySelector('th')?.textContent === version)
    return [...(row?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)
  }
  expect(buttonsOf('1.0.0')).toEqual(['Roll out 1.0.0', 'Roll back to 1.0.0'])
  expect(buttonsOf('1.1.0')).toEqual([])
  expect(buttonsOf('1.2.0')).toEqual(['Promote 1.2.0', 'Roll out 1.2.0'])
  expect(buttonsOf('1.3.0')).toEqual(['Promote 1.3.0'])
  await shows(`counted from ${when(moment)}`)
  expect(when(moment)).toMatch(/ (UTC|GMT\S*|[A-Z]{2,5})$/)
  // At 390 pixels each row is a list, so that no button is outside of the page.
  expect(document.querySelector('[aria-label="All releases"] table')?.className).toBe('stacks')
})
