import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPath } from '../endpoint'
import { paths } from '../paths'
import { listParticipantAnswers } from '../quiz'
import { inAddress, nameMistake, ofAddress } from './participants'

const nasty = [
  'Me...',
  'A/../B',
  '../../admin',
  'a/./b',
  'b\\..\\c',
  '...',
  '..',
  '.',
  '~~',
  '~~Me~2E',
  '%2e%2e',
  '~7E~',
]
const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc
    .array(fc.constantFrom('.', '..', '/', '\\', '~', '%2e', '%', '2E', 'é', '🌊', ' ', '?', '#', 'A'), {
      minLength: 1,
    })
    .map((parts) => parts.join('')),
  fc.constantFrom(...nasty),
)
/** Segments that proxies resolve, before and after they decode an address. */
const hasSteps = (path: string) =>
  [path, decodeURIComponent(path)].some((each) => /(?:^|[/\\])\.{1,2}(?:[/\\]|$)|\/\.\.|\.\.\//i.test(each))

describe('a name in an address', () => {
  it('is read back from it, without segments that proxies resolve', () => {
    fc.assert(
      fc.property(name, (who) => {
        expect(ofAddress(inAddress(who))).toBe(who)
        const page = paths.quizResponse(who, '02079460112')
        const call = fillPath(listParticipantAnswers.path, { name: inAddress(who), phone: '02079460112' })
        for (const path of [page, call]) {
          expect(hasSteps(path), path).toBe(false)
          expect(new URL(path, 'https://marram.example').pathname).toBe(path)
        }
        expect(ofAddress(decodeURIComponent(page.split('/')[2] ?? ''))).toBe(who)
      }),
    )
  })

  it('is different for every name', () => {
    fc.assert(fc.property(name, name, (one, other) => (inAddress(one) === inAddress(other)) === (one === other)))
  })

  it.each(['Zoë de Vries', 'A. B. Shore', 'Me..you', '50% & more? #1', '~Ada'])('stays unchanged: %s', (plain) => {
    expect(inAddress(plain)).toBe(plain)
  })

  it.each(['~~Ada', '~~Me~2', '~~Me~2E', '~~'])('that was written by hand is read unchanged: %s', (typed) => {
    expect(ofAddress(typed)).toBe(typed)
  })
})

describe('a name', () => {
  const DOTS = 'Your name must have a letter, a figure or a sign in it: dots alone cannot be found again'
  it.each([
    ['', 'Enter your name'],
    [' \t', 'Enter your name'],
    ['\u200b\u200d', 'Enter your name'],
    ['.', DOTS],
    [' ... ', DOTS],
    ['…', DOTS],
    ['-/-', DOTS],
    ['a\nb', 'Your name must be on one line, without control characters'],
    ['é'.repeat(101), 'Your name must have at most 100 characters'],
  ])('%j is refused: %s', (typed, message) => expect(nameMistake(typed)).toBe(message))

  it.each(['Me...', '...a', '🌊', 'A/../B', '7', '$', 'é'.repeat(100)])('may be %s', (typed) =>
    expect(nameMistake(typed)).toBeUndefined(),
  )
})
