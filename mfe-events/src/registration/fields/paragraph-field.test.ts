import fc from 'fast-check'
import { expect, it } from 'vitest'
import { htmlOfText, textOfHtml } from './paragraph-field'

it('shows rich text line by line', () => {
  const html = '<p>One <b>bold</b></p><p></p><ul><li><p>first</p></li><li>second &amp; last</li></ul><p>a<br>b</p>'
  expect(textOfHtml(html)).toBe('One bold\n\nfirst\nsecond & last\na\nb')
})

it('restores every text that was typed into a plain field', () => {
  const line = fc.string().map((text) => text.replace(/\s+/g, ' ').trim())
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n').trimEnd()
      expect(textOfHtml(htmlOfText(text))).toBe(text)
    }),
  )
})

it('keeps an empty text empty', () => expect(htmlOfText('')).toBe(''))
