// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NewVersionBar } from './new-version-bar'

const OWN = '0123456789ab'
const LIVE = 'ba9876543210'
const MINUTE = 60_000

let unmount: () => void
const asked = vi.fn()
beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = `<script type="application/json" id="marram-composition">{"id":"${OWN}"}</script>
    <form><label>Name <input id="name"></label></form><div id="root"></div>`
  asked.mockReset().mockResolvedValue(new Response(JSON.stringify({ id: LIVE })))
  vi.stubGlobal('fetch', asked)
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () => root.render(<NewVersionBar />))
  unmount = () => act(() => root.unmount())
})
afterEach(() => {
  unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
const words = () => document.querySelector('[role="status"]')?.textContent

it('offers a new version when the visitor returns to the tab, and not twice', async () => {
  await pass(MINUTE)
  expect(asked).not.toHaveBeenCalled()
  await comeBack()
  await pass(0)
  expect(words()).toContain('There is a new version')
  const later = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Not now')
  await act(async () => later?.click())
  await pass(10 * MINUTE)
  expect(asked.mock.calls.length).toBeGreaterThan(1)
  expect(words()).toBe('')
})

it('shows nothing when the version is the same, or cannot be read', async () => {
  asked.mockResolvedValue(new Response(JSON.stringify({ id: OWN })))
  await pass(MINUTE)
  await comeBack()
  await pass(0)
  asked.mockRejectedValue(new TypeError('offline'))
  await pass(10 * MINUTE)
  expect(asked.mock.calls.length).toBeGreaterThan(1)
  expect(words()).toBe('')
})

it('never interrupts a half-filled form', async () => {
  const field = document.getElementById('name') as HTMLInputElement
  field.value = 'Ada'
  await pass(MINUTE)
  await comeBack()
  await pass(5000)
  expect(words()).toBe('')
  field.value = ''
  await pass(1500)
  expect(words()).toContain('There is a new version')
  await act(async () => {
    field.focus()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(words()).toBe('')
})

it('does not offer a reload on a page that cannot be shown again', async () => {
  const receipt = document.createElement('section')
  receipt.dataset.shownOnce = 'true'
  document.body.append(receipt)
  await pass(MINUTE)
  await comeBack()
  await pass(5000)
  expect(words()).toBe('')
  receipt.remove()
  await pass(1500)
  expect(words()).toContain('There is a new version')
})
