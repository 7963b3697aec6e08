// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { fill, openConsole, responding, shows } from '../testing/console'

let desk: Awaited<ReturnType<typeof openConsole>>
afterEach(() => desk.close())

const row = { month: '2026-05', part: null, released: 4, live: 3, leadSeconds: 5400, takenBack: 1, recoverySeconds: 90 }
const found = (environment: string, figures: (typeof row | (Omit<typeof row, 'part'> & { part: string }))[]) =>
  responding('showDelivery', {
    environment,
    since: '2026-01-01T00:00:00Z',
    figures,
    rehearsal: { last: null, overdue: false },
  })
const known = {
  'GET /releases/environments': responding('listEnvironments', {
    environments: ['production', 'staging'].map((environment) => ({
      environment,
      composition: null,
      parts: 0,
      revision: 1,
      createdAt: '2026-01-01T00:00:00Z',
    })),
  }),
}

it('shows how releases fare by month and part, and offers them as CSV', async () => {
  desk = await openConsole('/delivery', {
    ...known,
    'GET /releases/environments/production/delivery': found('production', [row, { ...row, part: 'events' }]),
    'GET /releases/environments/staging/delivery': found('staging', []),
  })
  await shows('All parts')
  await shows(/All parts43 *1 h 30 min1 \(25 %\)1 min 30 s/, 'tbody')
  const link = document.querySelector<HTMLAnchorElement>('a[download]')
  expect(link?.download).toBe('delivery-production.csv')
  expect(decodeURIComponent(link?.href ?? '')).toContain('2026-05,events,4,3,5400,1,90')
  await fill('Environment', 'staging')
  await shows('Nothing was released in staging in these months.')
})

it.each([
  [
    'that succeeded',
    [],
    false,
    /Rehearsed at May 2, 2026.* by Ann: One part of production went back and forward/,
    null,
  ],
  [
    'that failed',
    ['events back to 1.0.0: 3 pages failed'],
    false,
    /failed in its rehearsal. events back to 1.0.0: 3 pages/,
    'bad',
  ],
  ['that is overdue', [], true, /No rehearsal of a rollback has succeeded for too long/, 'bad'],
])('shows a rehearsal %s', async (_, problems, overdue, words, style) => {
  const seen = { pages: 30, failed: 0, late: 0, missing: 0, mixed: 0, medianMs: 5, worstMs: 9 }
  const step = {
    part: 'events',
    way: 'back' as const,
    version: '1.0.0',
    replaced: '1.1.0',
    answeredMs: 9,
    firstMs: 90,
    lastMs: 80,
  }
  const last = {
    ...{
      of: 'production',
      seconds: 12,
      perSecond: 10,
      busiest: null,
      before: seen,
      steps: [{ ...step, ...seen }],
      problems,
    },
    ...{ at: '2026-05-02T12:00:00Z', by: 'Ann' },
  }
  desk = await openConsole('/delivery', {
    ...known,
    'GET /releases/environments/production/delivery': responding('showDelivery', {
      ...{ environment: 'production', since: '2026-01-01T00:00:00Z', figures: [], rehearsal: { last, overdue } },
    }),
  })
  await shows(words, 'section')
  expect(document.querySelector('section p')?.getAttribute('class')).toBe(style)
})
