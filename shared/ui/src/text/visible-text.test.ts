import { parse } from '@marram/html/parse-on-server'
import { allowed } from '@marram/html/sanitise'
import type { ElementNode, TextNode, Tree } from '@marram/html/tree'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleText } from './visible-text'

test.each([
  ['Sand &amp; salt &#8211; it&rsquo;s &#x1F30A;', 'Sand & salt – it’s 🌊'],
  ['&copy 2026, AT&T, &notit; &check;', '© 2026, AT&T, ¬it; ✓'],
  ['said&#146;s and &#0;', 'said’s and �'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['a<script>alert("</p>")</script><!-- b > --><style>p{}</style>c', 'a c'],
  ['<p title="a > b">Two</p><p>tides</p>', 'Two tides'],
  ['t<b>i</b>de, 2 < 3 and <3', 'tide, 2 < 3 and <3'],
  ['a<!-->b', 'ab'],
  ['a<svg><text>b</text></svg>c', 'a c'],
  ['a<a href="b', 'a'],
  ['a<br/>b</p >c', 'a b c'],
  ['&nbsp; a &emsp;\n b ', 'a b'],
])('%s is read as %s', (html, text) => {
  expect(visibleText(html)).toBe(text)
})

const inline = /^(?:b|strong|i|em|u|s|a|span|sub|sup|small|mark|code|abbr|cite|q)$/
/** The same text through the parser and the allow-list of the page. */
function textOnThePage(html: string): string {
  const textOf = (node: Tree | ElementNode | TextNode): string => {
    if (node.type === 'text') return node.value
    const text = node.children.map(textOf).join('')
    return node.type === 'root' || inline.test(node.tagName) ? text : ` ${text} `
  }
  return textOf(allowed(parse(html)))
    .replace(/\s+/g, ' ')
    .trim()
}

const words = fc.constantFrom('Two', ' tides ', '&', '&#', ';', 'amp', '7', '\n', '🌊', 'é', '"', "'", '>', '=', '--')
const reference = fc
  .tuple(
    fc.constantFrom('amp', 'AMP', 'lt', 'eacute', 'Eacute', 'notin', 'not', 'nbsp', 'hellip', 'rsquo', 'Omega', 'euro'),
    fc.constantFrom(';', '', ' ', 'x'),
  )
  .map(([name, end]) => `&${name}${end}`)
const number = fc
  .tuple(fc.constantFrom('#', '#x', '#X'), fc.nat(0x11ffff), fc.constantFrom(';', ' '))
  .map(([sign, code, end]) => `&${sign}${sign === '#' ? code : code.toString(16)}${end}`)
const element = (content: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.constantFrom('p', 'b', 'em', 'a', 'h2', 'li', 'blockquote', 'div', 'span'),
      fc.constantFrom('', ' title="a > b"', " lang='e>n'", ' hidden', ' title=b', '\n'),
      content,
    )
    .map(([name, attribute, inside]) => `<${name}${attribute}>${inside}</${name}>`)
const unseen = fc
  .tuple(fc.constantFrom('script', 'style', 'svg', 'textarea'), words)
  .map(([name, inside]) => `<${name}>${inside}</${name}>`)
const html = fc.letrec<{ html: string }>((tie) => ({
  html: fc
    .array(fc.oneof(words, reference, number, element(tie('html')), unseen, fc.constantFrom('<!-- > -->', '<br>')), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
})).html

test('visible text is the same as on the rendered page', () => {
  fc.assert(
    fc.property(html, (source) => {
      // When one paragraph ends inside another, the parser moves words without changing them.
      const together = (text: string) => text.replace(/ /g, '')
      expect(together(visibleText(source))).toBe(together(textOnThePage(source)))
    }),
    { numRuns: 2000 },
  )
})

test('text that is enough is the beginning of all of it', () => {
  fc.assert(
    fc.property(html, fc.nat(40), (source, enough) => {
      const [all, some] = [visibleText(source), visibleText(source, enough)]
      expect(all.startsWith(some)).toBe(true)
      expect(some === all || some.length > enough).toBe(true)
    }),
    { numRuns: 2000 },
  )
  const long = '<p>A tide in the creek.</p>'.repeat(10_000)
  expect(visibleText(long, 100).length).toBeLessThan(300)
})
