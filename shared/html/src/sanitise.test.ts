import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from './parse-on-server'
import { sanitise } from './sanitise'

const clean = (html: string) => sanitise(parse(html))

test('text keeps its paragraphs, headings, lists and links', () => {
  const html = '<h2>Tides</h2><p>Two <strong>a day</strong>, see <a href="/news">news</a>.</p><ul><li>One</li></ul>'
  expect(clean(html)).toBe(html)
})

describe('headings start below the title of the page and go down one level at a time', () => {
  test.each([
    ['h1', 'h2'],
    ['h1 h2 h3 h1', 'h2 h3 h4 h2'],
    ['h2 h3 h2', 'h2 h3 h2'],
    ['h3 h5 h4 h3', 'h2 h3 h3 h2'],
    ['h4 h2 h3', 'h2 h2 h3'],
    ['h1 h2 h3 h4 h5 h6', 'h2 h3 h4 h5 h6 h6'],
  ])('%s become %s', (written, read) => {
    const html = (names: string) =>
      names
        .split(' ')
        .map((name) => `<${name}>Tides</${name}>`)
        .join('')
    expect(clean(html(written))).toBe(html(read))
  })
})

test('marks the columns of a table that hold figures alone', () => {
  const row = (tag: string, cells: string[]) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  const marked = (html: string) => [...clean(html).matchAll(/ data-figures="">([^<]*)/g)].map(([, text]) => text)
  const head = row('th', ['Station', 'Height', 'Off by', 'Note'])
  const body = row('td', ['Mill Corner', '£1,018', '± 3', '7']) + row('td', ['The quay', '34.5%', '−1', 'a duck'])
  expect(marked(`<table>${head}${body}</table>`)).toEqual(['Height', 'Off by', '£1,018', '± 3', '34.5%', '−1'])
  expect(marked(`<table>${head}${body}<tr><td colspan="4">1</td></tr></table>`)).toEqual([])
})

test('tables and text drawings scroll in regions with different names', () => {
  const table = (caption: string) => `<table>${caption}<tbody><tr><td>One</td></tr></tbody></table>`
  const region = (name: string, html: string) => `<div role="region" aria-label="${name}" tabindex="0">${html}</div>`
  const caption = '<caption>Two <b>tides</b></caption>'
  expect(clean(`${table('')}<pre>_</pre><blockquote>${table(caption)}</blockquote>`)).toBe(
    region('Table 1', table('')) +
      region('Drawing or code 1', '<pre>_</pre>') +
      `<blockquote>${region('Table 2: Two tides', table(caption))}</blockquote>`,
  )
})

const read = (file: string) => JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'testing', file), 'utf8'))
const hostile: [name: string, html: string, clean: string][] = read('hostile.json')
/** Parts and their number of repetitions; `true` stays unchanged, `null` is refused. */
const long: [name: string, parts: [string, number][], clean: string | true | null][] = read('hostile-long.json')

/** The same lists are tested in a real browser: e2e/journeys/articles.spec.ts. */
test.each(hostile)('%s does no harm', (_, html, expected) => {
  expect(clean(html)).toBe(expected)
})
test.each(long)('%s does no harm', (_, parts, expected) => {
  const html = parts.map(([part, times]) => part.repeat(times)).join('')
  if (expected === null) expect(() => clean(html)).toThrow(/^the text (is nested too deeply|has too many elements)$/)
  else expect(clean(html)).toBe(expected === true ? html : expected)
})

test('a link to another site does not reveal where the visitor came from', () => {
  expect(clean('<a href="https://example.org">a</a>')).toBe(
    '<a href="https://example.org" rel="noopener noreferrer">a</a>',
  )
})
