import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt } from './excerpt'
import { visibleText } from './visible-text'

test('an excerpt is what a reader sees, cut between words', () => {
  expect(excerpt('<p>Two tides <b>a</b> day, every day of the year.</p>', 20)).toBe('Two tides a day…')
})

test('short text stays whole and gets no ellipsis', () => {
  expect(excerpt('<p>Two tides</p><p>a day</p>', 40)).toBe('Two tides a day')
  expect(excerpt('Two tides', 9)).toBe('Two tides')
})

test('references count as the one character that they show', () => {
  expect(excerpt('&eacute;&eacute;&eacute;&eacute;', 3)).toBe('ééé…')
  expect(excerpt('&eacute;&eacute;&eacute;', 3)).toBe('ééé')
})

test('signs that lead on are not left at the end', () => {
  expect(excerpt('The ferry, the mill, Tull &amp; Daughter', 26)).toBe('The ferry, the mill, Tull…')
})

test('whatever is cut, it is the beginning of what a reader sees, within the limit and never inside a reference', () => {
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
      expect(cut).toMatch(/…$/)
      expect(whole.startsWith(cut.slice(0, -1))).toBe(true)
      expect(Array.from(cut).length).toBeLessThanOrEqual(limit + 1)
      expect(() => encodeURIComponent(cut)).not.toThrow()
    }),
    { numRuns: 1000 },
  )
})
