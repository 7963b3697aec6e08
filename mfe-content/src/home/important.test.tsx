// @vitest-environment happy-dom
import type { SafeHtml } from '@marram/ui/safe-html'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Important } from './important'

const tides = '<p>Spring tides this week.</p>' as SafeHtml
const office = '<p>The office is closed.</p>' as SafeHtml

let leave = () => {}
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

/** Opens the page with a note. Returns the text of the popup; undefined without one. */
function visit(text: SafeHtml): string | undefined {
  leave()
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.getElementById('root') as HTMLElement)
  act(() => root.render(<Important text={text} />))
  leave = () => act(() => root.unmount())
  return document.querySelector('dialog .prose')?.innerHTML
}
const close = () => act(() => document.querySelector<HTMLElement>('[aria-label="Close this message"]')?.click())

it('a note is shown on each visit until it is closed, and then never', () => {
  expect(visit(tides)).toBe(tides)
  expect(visit(tides)).toBe(tides)
  close()
  expect(document.querySelector('dialog')).toBeNull()
  expect(visit(tides)).toBeUndefined()
})

it('a new note is shown once more, and neither returns after closing', () => {
  visit(tides)
  close()
  expect(visit(office)).toBe(office)
  close()
  expect(visit(tides)).toBeUndefined()
  expect(visit(office)).toBeUndefined()
})

it('no note is shown in a browser without storage: it would return on every visit', () => {
  const getItem = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem })
  expect(visit(tides)).toBeUndefined()
})

it('closing a note moves focus to the title, even when storage fails later', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem })
  const thrown = vi.fn((event: ErrorEvent) => event.preventDefault())
  addEventListener('error', thrown)
  expect(visit(tides)).toBe(tides)
  document.body.insertAdjacentHTML('beforeend', '<main><h1>Marram</h1></main>')
  close()
  removeEventListener('error', thrown)
  expect(document.querySelector('dialog')).toBeNull()
  expect([document.activeElement?.textContent, thrown.mock.calls.length]).toEqual(['Marram', 0])
})
