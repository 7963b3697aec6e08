import { expect, test } from 'vitest'
import { readingMinutes } from './article-data'

const words = (count: number) => `<p>${'tide '.repeat(count)}</p>`

test.each([
  [0, 0],
  [220, 0],
  [329, 0],
  [331, 2],
  [2200, 10],
])('of a text of %i words it is said that it takes %i minutes; of a short one, nothing', (count, minutes) => {
  expect(readingMinutes(words(count))).toBe(minutes)
})
