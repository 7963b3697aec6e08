import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Unbroken } from './unbroken'

const wholeIn = (text: string) => {
  const html = renderToStaticMarkup(<Unbroken>{text}</Unbroken>)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
  return [...html.matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, word]) => word)
}

it('a short compound stays on one line', () => {
  expect(wholeIn('By e-mail, to forty-one stand-ins.')).toEqual(['e-mail', 'forty-one', 'stand-ins'])
  expect(wholeIn('co-op')).toEqual(['co-op'])
  expect(wholeIn('a 160-year-old oak')).toEqual(['160-year-old'])
})

it.each(['Guillermina Etxeberría-Wainwright', 'a range of 3-4', 'none - at all', '-', ''])(
  'all else may part as it likes: %s',
  (text) => expect(wholeIn(text)).toEqual([]),
)
