// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { openConsole, responding, shows } from '../testing/console'
import { boardOf, environmentOf, stateOf } from '../testing/shapes'

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened?.close())

const at = '2026-05-01T12:00:00Z'
const fault = {
  ...{ part: 'events', kind: 'boundary', place: 'src/run.tsx:12 Run', message: 'nobody runs', count: 3 },
  ...{ firstVersion: '1.1.0', versions: ['1.0.0', '1.1.0'], firstAt: at, lastAt: at, lastReport: 'k3x9ab' },
}

it('names each fault once, with the version that had it first and an example', async () => {
  const part = '/releases/environments/production'
  opened = await openConsole('/environments/production/parts/events', {
    'GET /releases/board': responding('showBoard', boardOf(environmentOf({ events: stateOf() }))),
    [`GET ${part}/parts/events/evidence`]: responding('showEvidence', {
      ...{ environment: 'production', part: 'events', since: at, versions: [], verdict: null, poorer: [], course: [] },
    }),
    'GET /releases/parts/events/versions': responding('listVersions', { part: 'events', versions: [] }),
    [`GET ${part}/faults`]: responding('listFaults', { environment: 'production', faults: [fault] }),
  })
  await shows('nobody runs')
  const cells = [...document.querySelectorAll('[aria-label="Faults in browsers"] tbody tr > *')].map(
    (each) => each.textContent,
  )
  expect(cells.slice(0, 4)).toEqual(['nobody runssrc/run.tsx:12 Run', '3', '1.1.0', '1.0.0'])
  expect(document.querySelector('a[href$="/why?id=k3x9ab"]')?.textContent).toBe('k3x9ab')
})
