import { configure } from '@marram/sdk/configuration'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findPages, isOneSlip, mistypedForPages } from './site-pages'

const configuration = { apiBase: '', mediaHost: '', origin: '' }
const searchPages = [
  { path: '/help', title: 'Help', about: 'Who answers, and how to reach the café' },
  { path: '/privacy', title: 'Privacy', about: 'Personal data and cookies' },
  { path: '/cafe', title: 'Café', about: 'Cake and tea' },
]
beforeEach(() => configure({ ...configuration, searchPages }))
afterEach(() => configure(configuration))
const found = (q: string) => findPages(q).map(({ url }) => url)

describe('pages that sections declare', () => {
  test.each([
    ['privacy', ['/privacy']],
    ['PRIV', ['/privacy']],
    ['cookie data', ['/privacy']],
    ['cookies cake', []],
    ['ivacy', []],
    ['cafe', ['/cafe', '/help']],
    ['', []],
    ['!?', []],
  ])('for “%s” are %j, with matching titles first', (q, urls) => expect(found(q)).toEqual(urls))

  test('have their matching words marked', () => {
    expect(findPages('pers priv')).toMatchObject([{ title_matches: [[0, 7]], excerpt_matches: [[0, 8]] }])
  })

  test('are missing with a shell that passes none on', () => {
    configure(configuration)
    expect(found('privacy')).toEqual([])
    expect(mistypedForPages('privcy')).toEqual([])
  })
})

describe('a mistyped word', () => {
  test.each([
    ['Privcy', [{ word: 'Privcy', instead: ['privacy'] }]],
    ['cookeis and data', [{ word: 'cookeis', instead: ['cookies'] }]],
    ['privcy sandcastle', [{ word: 'privcy', instead: ['privacy'] }]],
    ['tee', []],
    ['privacy', []],
  ])('in “%s” is %j', (q, corrected) => expect(mistypedForPages(q)).toEqual(corrected))

  test.each([
    ['privcy', true],
    ['privvacy', true],
    ['privecy', true],
    ['prviacy', true],
    ['rivacy', true],
    ['privacyy', true],
    ['privacy', false],
    ['prvicay', false],
    ['pivcy', false],
  ])('%s is one error away: %s', (typed, expected) => expect(isOneSlip(typed, 'privacy')).toBe(expected))
})
