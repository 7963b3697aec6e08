import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt } from './excerpt'
import { visibleText } from './visible-text'

test('an excerpt is the visible text, cut between words', () => {
  expect(excerpt('<p>Two tides <b>a</b> day, every day of the year.</p>', 20)).toBe('Two tides a day…')
})

test('short text stays whole without an ellipsis', () => {
  expect(excerpt('<p>Two tides</p><p>a day</p>', 40)).toBe('Two tides a day')
  expect(excerpt('Two tides', 9)).toBe('Two tides')
})

test('a character reference counts as one character', () => {
  expect(excerpt('&eacute;&eacute;&eacute;&eacute;', 3)).toBe('ééé…')
  expect(excerpt('&eacute;&eacute;&eacute;', 3)).toBe('ééé')
})

test('punctuation before the cut is removed', () => {
  expect(excerpt('The ferry, the mill, Tull &amp; Daughter', 26)).toBe('The ferry, the mill…')
})

const story =
  'For nine Fridays they walked the beach with a level. The donkey carried the lunch at the back of the line.'

test('whole sentences need no ellipsis', () => {
  expect(excerpt(`<p>${story}</p>`, 80)).toBe('For nine Fridays they walked the beach with a level.')
  expect(excerpt('They asked “How wrong was it?” Nobody in the room had brought a ruler that day.', 40)).toBe(
    'They asked “How wrong was it?”',
  )
})

test('a sentence much shorter than the limit is followed by part of the next one', () => {
  expect(excerpt(story, 110)).toBe(story)
  expect(excerpt(`Yes. ${story}`, 50)).toBe('Yes. For nine Fridays they walked the beach…')
})

test('short connecting words before the cut are removed', () => {
  expect(excerpt('The donkey carried the lunch at the back of the line', 38)).toBe('The donkey carried the lunch…')
  expect(excerpt('The donkey carried the lunch and was on the way', 40)).toBe('The donkey carried the lunch…')
})

test('an excerpt that ends with a sentence has its full stop and no ellipsis', () => {
  expect(excerpt(story, 64)).toBe('For nine Fridays they walked the beach with a level.')
  expect(excerpt('Seventy-one kerbs were in it. Forty of the others', 44)).toBe('Seventy-one kerbs were in it.')
})

test('numbers and initials do not end a sentence', () => {
  const text = 'It rose 3.5 metres before A. Tull had counted the first of the steps on the quay'
  expect(excerpt(text, 40)).toBe('It rose 3.5 metres before A. Tull…')
})

test('every excerpt is the start of the visible text, within the limit and never inside a reference', () => {
  const part = fc.constantFrom(
    '&amp;',
    '&eacute;',
    '&hellip',
    '&#128522;',
    'tide',
    ' ',
    '<b>',
    '</b>',
    '<p>',
    'Å',
    '🌊',
  )
  const html = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(html, fc.integer({ min: 1, max: 80 }), (source, limit) => {
      const [whole, cut] = [visibleText(source), excerpt(source, limit)]
      if (Array.from(whole).length <= limit) {
        expect(cut).toBe(whole)
        return
      }
      // The text has no end of a sentence, and no capital except `Å`.
      expect(cut).toMatch(/…$/)
      expect(whole.startsWith(cut.slice(0, -1))).toBe(true)
      expect(Array.from(cut).length).toBeLessThanOrEqual(limit + 1)
      expect(() => encodeURIComponent(cut)).not.toThrow()
    }),
    { numRuns: 1000 },
  )
})
