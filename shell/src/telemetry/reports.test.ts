// @vitest-environment happy-dom
import { report } from '@marram/sdk/report'
import { beforeEach, expect, it, vi } from 'vitest'
import { startReports } from './evidence'

const sent: Promise<unknown>[] = []
const bodies = async () => (await Promise.all(sent)) as Record<string, string>[]
Object.assign(navigator, {
  sendBeacon: (url: string, body: Blob) => {
    expect(url).toBe('/releases/reports')
    sent.push(body.text().then(JSON.parse))
    return true
  },
})
vi.spyOn(console, 'warn').mockReturnValue()
startReports('composition1')

const thrownAt = (place: string) =>
  Object.assign(new TypeError('no'), { stack: `TypeError: no\n    at x (${place}:1:2)\n${'    at y\n'.repeat(1000)}` })
const OURS = 'https://marram.example/releases/files/mfe-quiz/1.0.0/browser/a.js'
beforeEach(() => void sent.splice(0))

it('sends a fault with its composition and a limited stack', async () => {
  report({ kind: 'boundary', message: 'x'.repeat(500), part: 'mfe-quiz', error: thrownAt(OURS) })
  report({ kind: 'footer', message: 'no stack', error: 'a text' })
  const [first, second] = await bodies()
  expect(first).toMatchObject({ kind: 'boundary', part: 'mfe-quiz', composition: 'composition1' })
  expect([first?.message?.length, first?.stack?.length]).toEqual([300, 4000])
  expect(second).toEqual({ kind: 'footer', message: 'no stack', composition: 'composition1' })
})

it('reports uncaught errors from files of this site', async () => {
  dispatchEvent(new ErrorEvent('error', { error: thrownAt(OURS) }))
  dispatchEvent(new ErrorEvent('error', { error: thrownAt('chrome-extension://abc/x.js') }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: thrownAt(OURS) }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: undefined }))
  expect((await bodies()).map(({ kind, message }) => [kind, message])).toEqual([
    ['uncaught', 'TypeError: no'],
    ['unhandled', 'TypeError: no'],
  ])
})

it('sends no more than 20 from one page', async () => {
  for (let i = 0; i < 30; i += 1) report({ kind: 'boundary', message: `${i}` })
  expect(sent.length).toBeLessThan(20)
  report({ kind: 'boundary', message: 'one more' })
  expect((await bodies()).some(({ message }) => message === 'one more')).toBe(false)
})
