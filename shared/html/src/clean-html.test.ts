import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { cleanHtml } from './clean-html'
import { schema } from './sanitise'

const names = [
  ...['a', 'b', 'p', 'div', 'pre', 'li', 'ul', 'ol', 'dl', 'dt', 'h1', 'h2', 'img', 'br', 'hr', 'span', 'figure'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tr', 'td', 'th', 'select', 'option', 'button', 'form'],
  ...['script', 'style', 'title', 'textarea', 'noscript', 'template', 'iframe', 'xmp', 'plaintext', 'object', 'input'],
  ...['svg', 'math', 'mi', 'mtext', 'annotation-xml', 'foreignObject', 'desc', 'html', 'head', 'body', 'frameset'],
  ...['nobr', 'marquee', 'applet', 'base', 'meta', 'link', 'video', 'audio', 'ruby', 'rt', 'constructor', '__proto__'],
]
const attributes = [
  ...['href', 'src', 'srcset', 'style', 'class', 'id', 'name', 'onclick', 'onerror', 'title', 'alt', 'lang', 'dir'],
  ...['xlink:href', 'formaction', 'start', 'reversed', 'colspan', 'scope', 'is', 'slot', '__proto__', 'data-x', 'x:y'],
]
const value = fc.oneof(
  fc.constantFrom('javascript:alert(1)', 'java&#10;script:x', ' data:text/html,x', '//a', '/a', 'HTTPS://a', 'tel:1'),
  fc.string({ unit: 'binary' }),
)
const attribute = fc
  .tuple(fc.constantFrom(...attributes), value, fc.constantFrom('"', "'", ''))
  .map(([name, text, quote]) => ` ${name}=${quote}${text}${quote}`)
const tag = fc.oneof(
  fc
    .tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 2 }))
    .map(([name, list]) => `<${name}${list.join('')}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
)
const rest = fc.constantFrom(
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!doctype html>',
  '&lt;b&gt;',
  '&#0;',
  '&#13;',
  '\n',
  '\r',
  '<',
)
const anyHtml = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: tag }, rest, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''))

/** All elements, found by a different parser than the code under test uses. */
function elementsOf(html: string): DefaultTreeAdapterTypes.Element[] {
  const found: DefaultTreeAdapterTypes.Element[] = []
  const read = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(read)
  }
  read(parseFragment(html))
  return found
}

const mayHave = (tagName: string) =>
  [...(schema.attributes?.[tagName] ?? []), ...(schema.attributes?.['*'] ?? [])].map((name) =>
    String(name).toLowerCase(),
  )

describe('any HTML', () => {
  test('keeps only allowed elements and attributes, and links to pages, mail or phones', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        for (const { tagName, attrs, namespaceURI } of elementsOf(cleanHtml(html))) {
          expect(schema.tagNames).toContain(tagName)
          expect(namespaceURI).toBe('http://www.w3.org/1999/xhtml')
          for (const { name, value } of attrs) {
            expect(mayHave(tagName)).toContain(name)
            expect(name).not.toMatch(/^on|style|class|srcset|^id$|^name$/)
            if (name === 'href' || name === 'src')
              expect(new URL(value, 'https://marram.example/').protocol).toMatch(/^(https?|mailto|tel):$/)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('does not change when it is cleaned twice', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const once = cleanHtml(html)
        expect(cleanHtml(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })
})

test.each([
  ['what an editor writes', '<h2>Tides</h2><p>Two <strong>a day</strong><br>and <a href="/news">news</a>.</p>'],
  ['line breaks at the start of code', '<pre>\n\n\na</pre>'],
  ['a list that counts down', '<ol reversed start="3"><li>One</li></ol>'],
  ['typed signs', 'a &lt; b &amp; c'],
])('%s stays unchanged', (_, html) => {
  expect(cleanHtml(html)).toBe(html)
})

test('a paragraph inside another one, through a button, is moved beside it', () => {
  expect(cleanHtml('<p><button><p>Tides</button>')).toBe('<p></p><p>Tides</p><p></p>')
})

test.each([
  ['elements without end', '<div>'.repeat(10_000)],
  ['formatting that is repeated in every paragraph', `${'<b><i><u><s>'.repeat(4)}${'<b><p>'.repeat(7000)}`],
  [
    'formatting that differs each time',
    `<p>${Array.from({ length: 2500 }, (_, i) => `<b x${i}>`).join('')}${'<p>x'.repeat(6000)}`,
  ],
])('%s is refused', (_, html) => {
  expect(() => cleanHtml(html)).toThrow(/^the text (is nested too deeply|has too many elements)$/)
})
