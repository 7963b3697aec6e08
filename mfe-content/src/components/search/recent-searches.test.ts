// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAllSearches, forgetSearch, recentSearches, rememberSearch } from './recent-searches'

const KEY = 'marram:recent-searches'
beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('the last six are kept, newest first', () => {
  for (const q of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) rememberSearch(q)
  expect(recentSearches()).toEqual(['seven', 'six', 'five', 'four', 'three', 'two'])
})

test('repeated words are kept once, in the latest spelling', () => {
  for (const q of ['tide', 'oak', 'Tide']) rememberSearch(q)
  expect(recentSearches()).toEqual(['Tide', 'oak'])
})

test('one search is deleted, then all, and nothing is left in the browser', () => {
  for (const q of ['tide', 'oak']) rememberSearch(q)
  forgetSearch('tide')
  expect(recentSearches()).toEqual(['oak'])
  forgetAllSearches()
  expect(recentSearches()).toEqual([])
  expect(localStorage.getItem(KEY)).toBeNull()
})

test.each(['{', '{"q":"tide"}', '[1, null, {}, ""]', `["${'x'.repeat(201)}"]`])(
  'an invalid stored value counts as no searches: %s',
  (written) => {
    localStorage.setItem(KEY, written)
    expect(recentSearches()).toEqual([])
  },
)

test('without storage nothing is kept, and nothing breaks', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })
  rememberSearch('tide')
  expect(recentSearches()).toEqual([])
})
