import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Asked, askedBy, hrefOf, sizes, sortedBy } from './results-address'

const at = (href: string) => askedBy(new URL(href, 'https://marram.example'))
const best = { olympiad: '', sort: 'correct_answers', falls: true, size: 10, page: 1 } as const

const asked: fc.Arbitrary<Asked> = fc.record({
  olympiad: fc.oneof(fc.constantFrom('', 'winter-sea-olympiad'), fc.string({ unit: 'grapheme' })),
  sort: fc.constantFrom('name', 'phone', 'correct_answers', 'total_question'),
  falls: fc.boolean(),
  size: fc.constantFrom(...sizes),
  page: fc.integer({ min: 1, max: 10_000 }),
})

it('reads back every address that it writes', () => {
  fc.assert(
    fc.property(asked, (each) => {
      expect(at(hrefOf(each))).toEqual(each)
    }),
  )
})

it('shows the best ten first, in the plain address', () => {
  expect(at('/quiz-result')).toEqual(best)
  expect(hrefOf(best)).toBe('/quiz-result')
})

it.each([
  ['?sort=password&order=up&size=7&page=-1', best],
  ['?page=1.5', best],
  ['?page=9999999999', { ...best, page: 1_000_000 }],
  ['?sort=phone', { ...best, sort: 'phone', falls: false }],
  ['?order=asc', { ...best, falls: false }],
  ['?olympiad=winter&olympiad=summer', { ...best, olympiad: 'winter' }],
])('reads %s', (query, meant) => {
  expect(at(`/quiz-result${query}`)).toEqual(meant)
})

it('reverses the order at the second press, and starts on the first page', () => {
  const byName = sortedBy('name', { ...best, page: 4 })
  expect(byName).toEqual({ ...best, sort: 'name', falls: false })
  expect(sortedBy('name', byName).falls).toBe(true)
})
