// @vitest-environment happy-dom
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
const respond = () => document.dispatchEvent(new Event('marram:ready'))
const visibility = (state: string) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

let evidence: typeof import('./evidence')
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  sent.length = 0
  Object.assign(navigator, { sendBeacon: (url: string, blob: Blob) => sent.push({ url, blob }) > 0 })
  evidence = await import('./evidence')
})
afterEach(() => {
  visibility('visible')
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('counts what was loaded and what failed, of each part, once for each failure', async () => {
  evidence.startEvidence(ID, '1.0.0')
  respond()
  evidence.noteLoad('events', '1.1.0', true)
  evidence.noteBoundary('events', '1.1.0')
  evidence.noteLoad('quiz', '2.0.0', false)
  // That nothing is shown of it is the same failure, and so is another try.
  evidence.noteLoad('quiz', '2.0.0', false)
  evidence.noteBoundary('quiz', '2.0.0')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent[0]?.url).toBe('/releases/evidence')
  expect(await sentBeacons()).toEqual([
    {
      composition: ID,
      parts: {
        shell: { version: '1.0.0', loads: 1 },
        events: { version: '1.1.0', loads: 1, boundary: 1 },
        quiz: { version: '2.0.0', loads: 1, load: 1 },
      },
    },
  ])
})

it('sends measures when the document goes out of sight, and nothing twice', async () => {
  evidence.startEvidence(ID, '1.0.0')
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

it('counts one failure for a load, however often its visitor tries again', async () => {
  evidence.startEvidence(ID, '1.0.0')
  respond()
  evidence.noteBoundary('shell', '1.0.0')
  for (const boundaries of [30, 1]) {
    evidence.noteLoad('events', '1.1.0', true)
    for (let tries = 0; tries < boundaries; tries++) {
      evidence.noteBoundary('events', '1.1.0')
      await vi.advanceTimersByTimeAsync(2000)
    }
  }
  const once = (version: string) => ({ version, loads: 1, boundary: 1 })
  expect((await sentBeacons()).map(({ parts }) => parts)).toEqual([
    { shell: once('1.0.0'), events: once('1.1.0') },
    { events: once('1.1.0') },
  ])
})

it('counts a section that the shell let down as a failure of the shell alone, until it is loaded', async () => {
  evidence.startEvidence(ID, '1.0.0')
  respond()
  for (let tries = 0; tries < 2; tries++) {
    evidence.noteShellFault('events', '1.0.0')
    evidence.noteBoundary('events', '1.1.0')
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect((await sentBeacons()).map(({ parts }) => parts)).toEqual([{ shell: { version: '1.0.0', loads: 2, load: 1 } }])
  evidence.noteLoad('events', '1.1.0', true)
  evidence.noteBoundary('events', '1.1.0')
  await vi.advanceTimersByTimeAsync(2000)
  expect((await sentBeacons()).map(({ parts }) => parts)).toEqual([
    { events: { version: '1.1.0', loads: 1, boundary: 1 } },
  ])
})

it('does not count the shell as loaded before its page responds', async () => {
  evidence.startEvidence(ID, '1.0.0')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([])
  // An effect comes twice where React tries them out.
  respond()
  respond()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await sentBeacons()).toEqual([{ composition: ID, parts: { shell: { version: '1.0.0', loads: 1 } } }])
})

it('sends nothing of a preview', async () => {
  evidence.startEvidence(`preview-${ID}`, '1.0.0')
  evidence.noteLoad('events', '1.1.0', true)
  visibility('hidden')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([])
})
