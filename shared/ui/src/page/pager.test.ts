import { expect, test } from 'vitest'
import { offeredPages } from './pager'

test.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, 'gap after', 9]],
  [5, 9, [1, 'gap before', 4, 5, 6, 'gap after', 9]],
  [9, 9, [1, 'gap before', 8, 9]],
])('page %i of %i', (page, pages, offered) => {
  expect(offeredPages(page, pages)).toEqual(offered)
})

test('no gap in the pager hides a single page', () => {
  expect(offeredPages(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(offeredPages(3, 6)).toEqual([1, 2, 3, 4, 5, 6])
})
