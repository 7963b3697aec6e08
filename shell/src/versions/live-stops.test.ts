// @vitest-environment happy-dom
import type { Composition } from '@marram/release-contract/composition'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveStops } from './live-stops'

const section = { title: 'A section', pages: [], releases: [] }
const composition = (id = '0123456789ab'): Composition => ({
  id,
  shell: { version: '1.0.0', host: '1.0.0' },
  sections: { quiz: { ...section, stopped: { notice: 'At nine.' } }, events: section },
})
const respond = vi.fn<() => Promise<Response>>()
const edgeHas = (stops: object) => respond.mockImplementation(async () => new Response(JSON.stringify(stops)))
let changes: string[][]
const follow = (id?: string) => {
  const stops = liveStops(composition(id))
  stops.follow((parts) => changes.push(parts))
  return stops
}

beforeEach(() => {
  vi.useFakeTimers()
  changes = []
  respond.mockReset()
  edgeHas({ quiz: { notice: 'At nine.' } })
  vi.stubGlobal('fetch', respond)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('notices within five seconds which parts are stopped or back', async () => {
  const stops = follow()
  expect([stops.of('quiz'), stops.of('events')]).toEqual([{ notice: 'At nine.' }, undefined])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(changes).toEqual([])
  edgeHas({ events: {} })
  await vi.advanceTimersByTimeAsync(4000)
  expect([stops.of('quiz'), stops.of('events'), changes]).toEqual([undefined, {}, [['quiz', 'events']]])
})

it('keeps its state while the edge does not report it', async () => {
  const stops = follow()
  respond.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(new Response('', { status: 503 }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(respond.mock.calls.length).toBeGreaterThan(2)
  expect(stops.of('quiz')).toEqual({ notice: 'At nine.' })
  expect(changes).toEqual([])
})

it('polls nothing in a hidden tab, and polls at once when it is shown again', async () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const stops = follow()
  edgeHas({})
  await vi.advanceTimersByTimeAsync(10_000)
  expect(respond).not.toHaveBeenCalled()
  visible.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(stops.of('quiz')).toBeUndefined()
  visible.mockRestore()
})

it('leaves previews unchanged', async () => {
  follow('preview-0123456789ab')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(respond).not.toHaveBeenCalled()
})
