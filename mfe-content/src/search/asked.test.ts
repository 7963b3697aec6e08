import { expect, test } from 'vitest'
import { askedBy } from './asked'

const asked = (search: string) => askedBy(new URL(`https://marram.example/search${search}`))

test.each([
  ['', { q: '', kind: undefined, page: 1 }],
  ['?q=%20%20salt%20%20marsh%0a', { q: 'salt marsh', kind: undefined, page: 1 }],
  ['?q=%00', { q: '', kind: undefined, page: 1 }],
  ['?q=%00salt%01%7fmarsh%c2%80', { q: 'salt marsh', kind: undefined, page: 1 }],
  ['?q=tide&kind=publication&page=2', { q: 'tide', kind: 'publication', page: 2 }],
  ['?q=tide&kind=toString&page=-1', { q: 'tide', kind: undefined, page: 1 }],
])('%s', (search, expected) => expect(asked(search)).toEqual(expected))

test('more words than the API reads are left out', () => {
  expect(asked(`?q=${'a'.repeat(300)}`).q).toHaveLength(200)
  expect(asked(`?q=${'a'.repeat(199)}🦀`).q).toBe('a'.repeat(199))
})
