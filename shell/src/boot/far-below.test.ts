// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { layOutLater } from './far-below'

const { dataset } = document.documentElement

afterEach(() => {
  vi.restoreAllMocks()
  delete dataset.arrival
})

function opened(type: string, hash = '') {
  location.hash = hash
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never)
  layOutLater()
  return dataset.arrival
}

it('what is far below is laid out later in a document that was opened at its top', () => {
  expect(opened('reload')).toBeUndefined()
  expect(opened('back_forward')).toBeUndefined()
  expect(opened('navigate', '#join')).toBeUndefined()
  expect(opened('navigate')).toBe('top')
})
