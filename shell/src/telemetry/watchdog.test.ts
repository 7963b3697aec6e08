import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let receive: (event: { data: string | null }) => void
const sent: [url: string, body: unknown][] = []
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  sent.length = 0
  vi.stubGlobal('addEventListener', (_: string, handle: typeof receive) => {
    receive = handle
  })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => void sent.push([url, body]))
  await import('./watchdog')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('reports a page that stops responding, once', async () => {
  for (let n = 0; n < 30; n++) {
    receive({ data: 'the page' })
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([['/releases/evidence', 'the page']])
})

it('reports no page that is hidden, or that never responded', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  receive({ data: 'the page' })
  receive({ data: null })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
})
