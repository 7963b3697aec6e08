import { comparePatterns, firstMatch, matchPattern, pathPattern } from '@marram/release-contract/patterns'
import fc from 'fast-check'
import { matchRoutes } from 'react-router-dom'
import { beforeAll, describe, expect, it, vi } from 'vitest'

const word = fc.constantFrom('news', 'details', 'a', 'b', 'a.b', 'sports-details', '0')
const pattern = fc
  .array(fc.oneof(word, fc.constantFrom(':slug', ':id')), { maxLength: 4 })
  .map((parts) => `/${parts.map((part, i) => (part.startsWith(':') ? `${part}${i}` : part)).join('/')}`)
const segment = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: word.map((text) => text.toUpperCase()) },
  { weight: 1, arbitrary: fc.constantFrom('', '%zz', '%', '%2F', '%252F', '%6eews', '%E2%84%AA', '..', '.', 'a%20b') },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }).map(encodeURIComponent) },
)
const path = fc
  .tuple(fc.array(segment, { maxLength: 5 }), fc.boolean())
  .map(([parts, slash]) => `/${parts.join('/')}${slash ? '/' : ''}`)

/** The router's own match, with the routes in the order in which the shell creates them. */
function byRouter(patterns: string[], given: string) {
  const routes = patterns.toSorted(comparePatterns).map((each) => ({ path: each }))
  const match = matchRoutes(routes, { pathname: given })?.at(-1)
  return match && { pattern: match.route.path, params: match.params }
}

function byEdge(patterns: string[], given: string) {
  const found = firstMatch(patterns.toSorted(comparePatterns), (each) => each, given)
  return found === undefined ? undefined : { pattern: found, params: matchPattern(found, given) }
}

// The router reports every wrongly encoded address.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

describe('the owner of an address', () => {
  it('is the same for edge and router, whatever is declared and requested', () => {
    fc.assert(
      fc.property(fc.uniqueArray(pattern, { minLength: 1, maxLength: 8 }), path, (patterns, given) => {
        for (const each of patterns) expect(each).toMatch(pathPattern)
        expect(byEdge(patterns, given)).toEqual(byRouter(patterns, given))
      }),
      { numRuns: 5000 },
    )
  })

  it('does not depend on the order in which sections declare their pages', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(pattern, { minLength: 2, maxLength: 8 })
          .chain((patterns) =>
            fc.tuple(fc.constant(patterns), fc.shuffledSubarray(patterns, { minLength: patterns.length })),
          ),
        path,
        ([patterns, shuffled], given) => {
          expect(byEdge(shuffled, given)).toEqual(byEdge(patterns, given))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['/news/details/:slug', '/news/details/dune-census', { slug: 'dune-census' }],
    ['/quiz-response/:name/:phone', '/quiz-response/Zo%C3%AB/0123456789', { name: 'Zoë', phone: '0123456789' }],
    ['/news', '/NEWS/', {}],
    ['/news/:slug', '/news/a%2Fb', { slug: 'a/b' }],
    ['/', '/', {}],
  ])('%s matches %s', (each, given, params) => {
    expect(matchPattern(each, given)).toEqual(params)
  })

  it.each([
    ['/news', '//news'],
    ['/news', '/news/more'],
    ['/news/:slug', '/news/'],
    ['/a.b', '/axb'],
    ['/book', '/boo%E2%84%AA'],
  ])('%s does not match %s', (each, given) => {
    expect(matchPattern(each, given)).toBeUndefined()
  })

  it('is the pattern with more literal text on the left when two have the same weight', () => {
    expect(byEdge(['/:area/details', '/news/:slug'], '/news/details')?.pattern).toBe('/news/:slug')
  })
})
