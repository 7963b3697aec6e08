import { expect, it } from 'vitest'
import { paths } from './paths'

it('encodes values in the path', () => {
  expect(paths.sport('a/b c')).toBe('/sports-details/a%2Fb%20c')
  expect(paths.quizResponse('Zoë Ünal', '0123456789')).toBe('/quiz-response/Zo%C3%AB%20%C3%9Cnal/0123456789')
  expect(paths.quizResponse('Ada', '1', { certificate: 'winter' })).toBe('/quiz-response/Ada/1?certificate=winter')
})

it('leaves out empty queries and the first page', () => {
  expect(paths.search({ q: '', page: undefined })).toBe('/search')
  expect(paths.search({ q: 'salt marsh', page: 1 })).toBe('/search?q=salt+marsh')
  expect(paths.search({ q: 'tide', kind: 'media', page: 3 })).toBe('/search?q=tide&kind=media&page=3')
  expect(paths.search({ q: 'tide & wind', page: 2 })).toBe('/search?q=tide+%26+wind&page=2')
})
