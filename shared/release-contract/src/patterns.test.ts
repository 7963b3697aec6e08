import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchPattern, overlap } from './patterns'

const words = ['a', 'b']
const segment = fc.constantFrom(...words, ':x', ':y')
const pattern = fc.array(segment, { maxLength: 3 }).map((segments) => `/${segments.join('/')}`)

/** Every path of these words and of one that no pattern contains. */
const paths = [0, 1, 2, 3].flatMap((length) =>
  Array.from({ length }).reduce<string[]>(
    (made) => made.flatMap((path) => [...words, 'other'].map((word) => `${path}/${word}`)),
    [''],
  ),
)

it('two patterns overlap exactly when some path matches both', () => {
  fc.assert(
    fc.property(pattern, pattern, (one, other) => {
      const both = paths.some((path) => matchPattern(one, path || '/') && matchPattern(other, path || '/'))
      expect(overlap(one, other)).toBe(both)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['/', '/', true],
  ['/', '/:any', false],
  ['/news/details/:slug', '/news/details/one-article', true],
  ['/news/details/:slug', '/news/:a/:b', true],
  ['/news', '/:any', true],
  ['/news', '/news/:any', false],
])('%s and %s', (one, other, both) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([both, both])
})
