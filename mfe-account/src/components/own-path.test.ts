import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path'

const SITE = 'https://marram.example'

describe('the destination after the login', () => {
  it.each([
    '/',
    '/submission/registration',
    '/search?q=a%20b&page=2',
    '/sports#open-events',
    '/news/details/v1.2',
    '/apiary',
  ])('may be %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    null,
    '',
    'sports',
    'https://other.example/',
    '//other.example',
    '///other.example',
    '/\\other.example',
    '\\\\other.example',
    '/\t/other.example',
    '\n//other.example',
    '/.//other.example',
    '/a/..//other.example',
    '/%2e//other.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /sports',
    '/login',
    '/login/?from=/login',
    '/register?from=%2F',
    '//',
    '//[',
    '/api/home/',
    '/api',
    '/API/home/',
    '/%61pi/home/',
    '/api%2Fhome/',
    '/sports/../api/home/',
    '/media/run.0123456789.svg',
    '/releases/shell/1.0.0/main.js',
    '/console/',
    '/healthz',
    '/sitemap.xml',
    '/events.ics?kind=sport',
    '/sports%',
  ])('is not %j', (path) => {
    expect(ownPath(path)).toBeUndefined()
  })

  it('is on this site, whatever a link contains', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '\t',
      '\n',
      ' ',
      '?',
      '#',
      '@',
      ':',
      'other.example',
    )
    const said = fc.oneof(
      fc.array(piece).map((pieces) => `/${pieces.join('')}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'binary' }),
    )
    const seen = { kept: 0, refused: 0 }
    fc.assert(
      fc.property(said, (from) => {
        const path = ownPath(from)
        seen[path === undefined ? 'refused' : 'kept'] += 1
        if (path === undefined) return
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(new URL(path, SITE).origin).toBe(SITE)
        expect(ownPath(path)).toBe(path)
      }),
      { numRuns: 2000 },
    )
    expect(Math.min(seen.kept, seen.refused)).toBeGreaterThan(50)
  })
})
