import { expect, test } from 'vitest'
import { excerpt, visibleText } from './excerpt'

test('an excerpt is what a reader sees, cut between words', () => {
  expect(excerpt('<p>Two tides <b>a</b> day, every day of the year.</p>', 20)).toBe('Two tides a day…')
})

test('short text stays whole and gets no ellipsis', () => {
  expect(excerpt('<p>Two tides</p><p>a day</p>', 40)).toBe('Two tides a day')
})

test('entities count as the one character that they show', () => {
  expect(visibleText('Sand &amp; salt &#8211; it&rsquo;s &#x1F30A;')).toBe('Sand & salt – it’s 🌊')
  expect(excerpt('&amp;&amp;&amp;&amp;&amp;&amp;', 3)).toBe('&&&…')
})

test('scripts and comments are not text', () => {
  expect(visibleText('a<script>alert(1)</script><!-- b -->c')).toBe('a c')
})
