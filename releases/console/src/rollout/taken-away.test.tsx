// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { State } from '../shapes'
import { openConsole, responding, shows } from '../testing/console'
import { boardOf, environmentOf, stateOf } from '../testing/shapes'

const moment = '2026-05-01T12:00:00Z'
const path = '/releases/environments/production/parts/events'
const reason = 'events 1.1.0 failed in 12 of 30 loads, 1.0.0 in 2 of 200 in the same time (p = 1e-9).'
const event = {
  ...{ id: 1, at: moment, action: 'evidence', refused: false, actor: 'evidence', environment: 'production' },
  ...{ part: 'events', version: '1.1.0', from: null, to: null, composition: null, reason, detail: {} },
}
const sample = { loads: 0, failures: 0 }
const verdict = { since: moment, candidate: sample, stable: sample, p: 1, networks: 0, verdict: 'too few' as const }

let opened: Awaited<ReturnType<typeof openConsole>>
const open = async (given: Partial<State>, later: Partial<typeof event>[] = []) => {
  opened = await openConsole('/environments/production/parts/events', {
    'GET /releases/board': responding('showBoard', boardOf(environmentOf({ events: stateOf(given) }))),
    'GET /releases/events': responding('listEvents', {
      events: [...later.map((each) => ({ ...event, ...each })), event],
      next: null,
    }),
    [`GET ${path}/evidence`]: responding('showEvidence', {
      ...{ environment: 'production', part: 'events', since: moment, versions: [], verdict, poorer: [], course: [] },
    }),
    'GET /releases/parts/events/versions': responding('listVersions', { part: 'events', versions: [] }),
  })
}
afterEach(() => opened.close())

it('shows when and why evidence rolled the candidate back', async () => {
  await open({ candidate: '1.1.0', traffic: 0 })
  await shows(/Evidence took 1\.1\.0 from its visitors at May 1, 2026.*: events 1\.1\.0 failed in 12 of 30 loads/)
  expect(document.querySelector('time[datetime="2026-05-01T12:00:00Z"]')).not.toBeNull()
  expect(document.body.textContent).not.toContain('not judged: too few loads')
})

it.each([
  ['another candidate waits for its first visitors', { candidate: '1.2.0', traffic: 0 }],
  ['somebody gave it to visitors again', { candidate: '1.1.0', traffic: 10 }],
])('no longer shows that when %s', async (_, given) => {
  await open(given)
  await shows('not judged: too few loads')
  expect(document.body.textContent).not.toContain('Evidence took')
})

it('no longer shows that after a manual rollback, but still after a refused change', async () => {
  const canary = { id: 2, action: 'canary', actor: 'Ann' }
  await open({ candidate: '1.1.0', traffic: 0 }, [canary])
  await shows('not judged: too few loads')
  expect(document.body.textContent).not.toContain('Evidence took')
  opened.close()
  await open({ candidate: '1.1.0', traffic: 0 }, [{ ...canary, refused: true }])
  await shows(/Evidence took 1\.1\.0 from its visitors/)
})
