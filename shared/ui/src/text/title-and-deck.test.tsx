import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TitleAndDeck } from './title-and-deck'

const shown = (title: string) => renderToStaticMarkup(<TitleAndDeck title={title} />)
const words = (html: string) => html.replaceAll(/<[^>]+>/g, '')

it('a long title is parted at its first colon, and read as it is', () => {
  const title = 'The Long Bench: one bench, measured: a story'
  expect(shown(title)).toMatch(/^The Long Bench<span[^>]*>: <\/span><span[^>]*>one bench, measured: a story<\/span>$/)
  expect(words(shown(title))).toBe(title)
})

it('a number stays on the line of its “No.”', () => {
  expect(shown('No. 3 and its cousins. No. Never')).toBe('No.\u00a03 and its cousins. No. Never')
})

it.each([
  'Thirty Summers in red cloth that nobody has seen yet',
  'Bench: a story',
  'At 10:30 on the outer marsh at low water',
])('a title that is short or has no such colon stays whole: %s', (title) => expect(shown(title)).toBe(title))
