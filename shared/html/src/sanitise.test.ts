import { expect, test } from 'vitest'
import { parse } from './parse-on-server'
import { sanitise } from './sanitise'

const clean = (html: string) => sanitise(parse(html))

test('text keeps its paragraphs, headings, lists and links', () => {
  const html = '<h2>Tides</h2><p>Two <strong>a day</strong>, see <a href="/news">news</a>.</p><ul><li>One</li></ul>'
  expect(clean(html)).toBe(html)
})

test('a heading of the page’s own level steps below it', () => {
  expect(clean('<h1>Tides</h1>')).toBe('<h2>Tides</h2>')
})

test.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a handler', '<img src="/a.png" onerror="alert(1)">', '<img src="/a.png" loading="lazy" decoding="async" alt="">'],
  ['a script link', '<a href="java\nscript:alert(1)">a</a>', '<a>a</a>'],
  ['a data link', '<a href="data:text/html,x">a</a>', '<a>a</a>'],
  ['style and class', '<p style="position:fixed" class="x" id="main">a</p>', '<p>a</p>'],
  ['a frame', '<iframe src="https://example.org"></iframe>b', 'b'],
  [
    'a drawing that hides a script',
    '<svg><style><img src=x onerror=alert(1)></style></svg>b',
    '<img src="x" loading="lazy" decoding="async" alt="">b',
  ],
  ['a form', '<form action="https://example.org"><button>a</button></form>', 'a'],
])('%s does not reach the page', (_, html, expected) => {
  expect(clean(html)).toBe(expected)
})

test('a link to another site does not tell it where the visitor came from', () => {
  expect(clean('<a href="https://example.org">a</a>')).toBe(
    '<a href="https://example.org" rel="noopener noreferrer">a</a>',
  )
})
