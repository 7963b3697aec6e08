// @vitest-environment happy-dom
import type { Composition } from '@marram/release-contract/composition'
import type { Beacon } from '@marram/release-contract/evidence'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const measured = vi.hoisted(() => ({ lcp: (_metric: { value: number }) => {} }))
vi.mock('web-vitals', () => ({
  onLCP: (notify: (metric: { value: number }) => void) => {
    measured.lcp = notify
  },
  onINP: () => {},
  onCLS: () => {},
}))

const ID = '0123456789ab'
const sent: { url: string; blob: Blob }[] = []
const sentBeacons = () => Promise.all(sent.splice(0).map(async ({ blob }) => JSON.parse(await blob.text())))
const page = (id = ID): Composition => {
  const of = (version: string) => ({ releases: [{ version }] })
  return { id, shell: { version: '1.0.0' }, sections: { events: of('1.1.0'), quiz: of('2.0.0') } } as never
}
const THROWN = 'Error: no\n    at x (https://marram.example/releases/files'
/** A stack as browsers write it: React, from the shell, is further down. */
const thrownIn = (part: string) => {
  const stack = `${THROWN}/${part}/1.1.0/browser/a.js:1:2)\n    at y (https://marram.example/releases/files/shell/1.0.0/b.js:1:2)`
  return Object.assign(new Error('no'), { stack })
}
const respond = () => document.dispatchEvent(new Event('marram:ready'))
const visibility = (state: string) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** Messages of the page to its watchdog. */
const posted: unknown[] = []
class Watchdog {
  constructor(public url: string) {}
  postMessage = (message: string | null) => posted.push(message && { ...JSON.parse(message), by: this.url })
}

let evidence: typeof import('./evidence')
let report: typeof import('@marram/sdk/report')['report']
const begin = (id?: string) => {
  evidence.startEvidence(page(id))
  evidence.startReports(ID)
}
const shown = (part: string, error?: unknown) => report({ kind: 'boundary', message: 'no', part, error })
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  sent.length = 0
  const sendBeacon = (url: string, blob: Blob) => url !== '/releases/evidence' || sent.push({ url, blob }) > 0
  Object.assign(navigator, { sendBeacon })
  vi.spyOn(console, 'warn').mockReturnValue()
  posted.length = 0
  vi.stubGlobal('Worker', Watchdog)
  evidence = await import('./evidence')
  ;({ report } = await import('@marram/sdk/report'))
})
afterEach(() => {
  visibility('visible')
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('counts loads and failures of each part, once for each failure', async () => {
  begin()
  respond()
  evidence.noteLoad('events', '1.1.0', true)
  shown('events')
  evidence.noteLoad('quiz', '2.0.0', false)
  // The missing page is the same failure, and so is another attempt.
  evidence.noteLoad('quiz', '2.0.0', false)
  shown('quiz')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent[0]?.url).toBe('/releases/evidence')
  expect(await sentBeacons()).toEqual([
    {
      composition: ID,
      parts: {
        shell: { version: '1.0.0', loads: 1, boundary: 1 },
        events: { version: '1.1.0', loads: 1, boundary: 1 },
        quiz: { version: '2.0.0', loads: 1, load: 1 },
      },
    },
  ])
})

it('sends measurements when the document is hidden, and nothing twice', async () => {
  begin()
  respond()
  await vi.advanceTimersByTimeAsync(2000)
  await sentBeacons()
  measured.lcp({ value: 812.34567 })
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([])
  visibility('hidden')
  visibility('hidden')
  expect(await sentBeacons()).toEqual([{ composition: ID, parts: {}, vitals: { lcp: 812.346 } }])
})

it('counts one failure for a load, however often the visitor tries again', async () => {
  begin()
  respond()
  shown('shell')
  for (const boundaries of [30, 1]) {
    evidence.noteLoad('events', '1.1.0', true)
    for (let tries = 0; tries < boundaries; tries++) {
      shown('events')
      await vi.advanceTimersByTimeAsync(2000)
    }
  }
  const once = (version: string) => ({ version, loads: 1, boundary: 1 })
  expect((await sentBeacons()).map(({ parts }) => parts)).toEqual([
    { shell: once('1.0.0'), events: once('1.1.0') },
    { events: once('1.1.0') },
  ])
})

it('counts a section that failed because of the shell as a failure of the shell alone, until it is loaded', async () => {
  begin()
  respond()
  for (let tries = 0; tries < 2; tries++) {
    evidence.noteShellFault('events', '1.0.0')
    shown('events')
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect((await sentBeacons()).map(({ parts }) => parts)).toEqual([{ shell: { version: '1.0.0', loads: 2, load: 1 } }])
  evidence.noteLoad('events', '1.1.0', true)
  shown('events')
  await vi.advanceTimersByTimeAsync(2000)
  expect((await sentBeacons()).map(({ parts }) => parts)).toEqual([
    { events: { version: '1.1.0', loads: 1, boundary: 1 } },
  ])
})

it('does not count the shell as loaded before its page is interactive', async () => {
  begin()
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([])
  // React runs an effect twice in strict mode.
  respond()
  respond()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await sentBeacons()).toEqual([{ composition: ID, parts: { shell: { version: '1.0.0', loads: 1 } } }])
})

it('sends nothing for a preview', async () => {
  begin(`preview-${ID}`)
  evidence.noteLoad('events', '1.1.0', true)
  visibility('hidden')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([])
})

it('counts an error for the section whose file threw it, and for both when no section is named', async () => {
  const failures = async () => {
    await vi.advanceTimersByTimeAsync(2000)
    const [beacon] = await sentBeacons()
    const parts = beacon.parts as Beacon['parts']
    return Object.fromEntries(Object.entries(parts).map(([part, { version, loads, ...failed }]) => [part, failed]))
  }
  const again = () => vi.resetModules()
  const anew = async () => {
    again()
    evidence = await import('./evidence')
    ;({ report } = await import('@marram/sdk/report'))
    begin()
    evidence.noteOpened('events')
    evidence.noteLoad('events', '1.1.0', true)
  }
  await anew()
  shown('events', thrownIn('events'))
  expect(await failures()).toEqual({ events: { boundary: 1 }, shell: { elsewhere: 1 } })
  await anew()
  shown('events', thrownIn('shell'))
  expect(await failures()).toEqual({ events: { boundary: 1 }, shell: { boundary: 1 } })
  await anew()
  dispatchEvent(new ErrorEvent('error', { error: thrownIn('events') }))
  dispatchEvent(new ErrorEvent('error', { error: thrownIn('events') }))
  expect(await failures()).toEqual({ events: { thrown: 1 }, shell: { elsewhere: 1 } })
  await anew()
  // A timer of the previous page.
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: thrownIn('quiz') }))
  expect(await failures()).toEqual({ quiz: { thrown: 1 }, events: { elsewhere: 1 }, shell: { elsewhere: 1 } })
  await anew()
  report({ kind: 'hydration', message: 'no', error: thrownIn('shell') })
  report({ kind: 'late', message: 'its loader', part: 'events' })
  report({ kind: 'footer', message: 'is no failure of a page' })
  expect(await failures()).toEqual({ events: { thrown: 1 }, shell: { thrown: 1 } })
})

it('leaves a failed start to the boot script, with the error that caused it', async () => {
  begin()
  document.dispatchEvent(new Event('marram:failed'))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: thrownIn('shell') }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([])
})

it('lets a worker report a page that does not respond, and its shell, but not while it is hidden', async () => {
  begin()
  evidence.noteOpened('events')
  await vi.advanceTimersByTimeAsync(2000)
  const spun = (version: string) => ({ version, loads: 0, hang: 1 })
  expect(posted).toEqual([
    {
      by: '/releases/files/shell/1.0.0/watchdog.js',
      ...{ composition: ID, parts: { shell: spun('1.0.0'), events: spun('1.1.0') } },
    },
  ])
  visibility('hidden')
  dispatchEvent(new Event('beforeprint'))
  expect(new Set(posted.slice(1))).toEqual(new Set([null]))
})
