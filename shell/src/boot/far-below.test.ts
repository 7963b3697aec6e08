// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { layOutLater } from './far-below'

const root = document.documentElement

afterEach(() => {
  dispatchEvent(new Event('scroll'))
  vi.restoreAllMocks()
})

function opened(type: string, hash = '') {
  location.hash = hash
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
  layOutLater()
  return root.dataset.arrival
}

it('what is far below is laid out later in a document that was opened at its top', () => {
  expect(opened('reload')).toBeUndefined()
  expect(opened('back_forward')).toBeUndefined()
  expect(opened('navigate', '#join')).toBeUndefined()
  expect(opened('navigate')).toBe('top')
})

it('all is laid out at the first scroll of the document', () => {
  expect(opened('navigate')).toBe('top')
  document.body.dispatchEvent(new Event('scroll'))
  expect(root.dataset.arrival).toBe('top')
  dispatchEvent(new Event('scroll'))
  expect(root.dataset.arrival).toBeUndefined()
})

it('what is seen stays in its place', () => {
  opened('navigate')
  const seen = document.createElement('p')
  vi.spyOn(document, 'elementFromPoint').mockReturnValue(seen)
  vi.spyOn(seen, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, root.dataset.arrival ? 100 : 850))
  const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
  dispatchEvent(new Event('scroll'))
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 750, behavior: 'instant' })
})
