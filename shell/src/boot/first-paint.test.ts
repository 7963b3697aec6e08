// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadAfterPaint } from './first-paint'

let notify: ((name: string) => void) | undefined
class PaintObserver {
  constructor(onEntries: (list: { getEntriesByName: (name: string) => object[] }) => void) {
    notify = (painted) => onEntries({ getEntriesByName: (name) => (name === painted ? [{}] : []) })
  }
  observe(): void {}
}
const link = () => document.querySelector('link') as HTMLLinkElement

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('PerformanceObserver', PaintObserver)
  notify = undefined
  document.head.innerHTML = '<link rel="preload" as="script" media="not all" href="/antd.js">'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('large files are loaded after the first paint', async () => {
  const begun = preloadAfterPaint()
  notify?.('first-paint')
  await vi.advanceTimersByTimeAsync(500)
  expect(link().media).toBe('not all')
  notify?.('first-contentful-paint')
  await begun
  expect(link().media).toBe('all')
})

it('large files are loaded after a second when the browser does not report a paint', async () => {
  const begun = preloadAfterPaint()
  await vi.advanceTimersByTimeAsync(1000)
  await begun
  expect(link().media).toBe('all')
})

it('a hidden tab waits for nothing', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.head.innerHTML = ''
  await preloadAfterPaint()
  expect(notify).toBeUndefined()
  // Parsed after the boot script: the shell's own script asks again.
  document.head.innerHTML = '<link rel="preload" as="script" media="not all" href="/antd.js">'
  await preloadAfterPaint()
  expect(link().media).toBe('all')
})
