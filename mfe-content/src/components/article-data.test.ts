import { expect, test } from 'vitest'
import { readingMinutes } from './article-data'

const words = (count: number) => `<p>${'tide '.repeat(count)}</p>`

test.each([
  [0, 0],
  [220, 0],
  [329, 0],
  [331, 2],
  [2200, 10],
])('a text of %i words takes %i minutes to read; a short one shows no time', (count, minutes) => {
  expect(readingMinutes(words(count))).toBe(minutes)
})
