import { expect, it } from 'vitest'
import { sentencesOfHtml } from '../content/plain-text'
import { excerptAround } from './matches'

const LIMIT = 200
const sand = (length: number) => 'sand '.repeat(Math.ceil(length / 5)).slice(0, length)
const about = (word: string) => [{ lexemes: [word], isPrefix: false }]

it.each(['behind the', 'behind, and in the', 'behind of', 'behind –', 'behind,'])(
  'an excerpt that is cut after “%s” ends at a word that may be last',
  (words) => {
    const text = `${sand(LIMIT - words.length - 2)} ${words} ${sand(100)}`.replace(/ +/g, ' ')
    const excerpt = excerptAround(text, about('nothing'))
    expect(excerpt).toMatch(/behind…$/)
    expect(text.startsWith(excerpt.slice(0, -1))).toBe(true)
  },
)

it('the end of a text is not cut', () => {
  const text = `${sand(300)}and a dune is what the marram is for.`
  expect(excerptAround(text, about('marram'))).toMatch(/^…(?:sand )+and a dune is what the marram is for\.$/)
})

it('a cut never splits a character', () => {
  expect(excerptAround(`${'a'.repeat(99)}${'🌊'.repeat(200)}`, about('nothing'))).toBe(`${'a'.repeat(99)}…`)
})

it('an excerpt that begins or ends with a sentence has no ellipsis there', () => {
  const sentence = `A dune, is ${sand(40)}and the marram, ${sand(95)}too.`
  expect(excerptAround(`${'It rose. '.repeat(20)}${sentence} ${'x'.repeat(99)}`, about('marram'))).toBe(sentence)
})

it('an excerpt begins with the sentence of the match where that begins not far before it', () => {
  const sentence = `Sand, ${sand(80)}and marram too.`
  const before = `${'It rose. '.repeat(20)}`
  expect(excerptAround(`${before}${sentence} ${'x'.repeat(200)}`, about('marram'))).toMatch(/^Sand, /)
  expect(excerptAround(`${before}Sand, ${sand(140)}and marram too.`, about('marram'))).toMatch(/^…sand /)
})

it('an excerpt prefers to end with a sentence', () => {
  const sentence = `The marram ${sand(120)}grows.`
  expect(excerptAround(`${sentence} It ${sand(300)}`, about('marram'))).toBe(sentence)
})

it('a row of a table reads as a sentence, after what its first cell says it is about', () => {
  const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
  const html = `<table><caption>The evening</caption><tbody>${row('<th>Ninth</th>', '<td>Soup. Bread.</td>')}
    ${row('<th>Glasswort</th>', '<td>88</td>', '<td><p>81</p></td>')}${row('<td>within 1 cm</td>', '<td>173</td>')}</tbody></table>`
  expect(sentencesOfHtml(html)).toBe('The evening. Ninth: Soup. Bread. Glasswort: 88, 81. within 1 cm, 173.')
})

it('headings, items of lists and cells end with a stop in the text that is searched', () => {
  const html =
    '<h2>How they <b>are</b> read</h2><p>Each high water.</p><ul><li>First</li><li>“Last!”</li></ul><td>5 °C</td>'
  expect(sentencesOfHtml(html)).toBe('How they are read. Each high water. First. “Last!” 5 °C.')
})
