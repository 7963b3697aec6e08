import { configure } from '@marram/sdk/configuration'
import { beforeAll, expect, test } from 'vitest'
import { section } from '../section'
import { askedBy } from './asked'

const asked = (search: string) => askedBy(new URL(`https://marram.example/search${search}`))
beforeAll(() => configure({ apiBase: '', mediaHost: '', origin: '', searchKinds: section.searchKinds }))
const usual = { kind: undefined, page: 1, exact: false }

test.each([
  ['', { ...usual, q: '' }],
  ['?q=%20%20salt%20%20marsh%0a', { ...usual, q: 'salt marsh' }],
  ['?q=%00', { ...usual, q: '' }],
  ['?q=%00salt%01%7fmarsh%c2%80', { ...usual, q: 'salt marsh' }],
  ['?q=tide&kind=publication&page=2', { ...usual, q: 'tide', kind: 'publication', page: 2 }],
  ['?q=tide&kind=page', { ...usual, q: 'tide', kind: 'page' }],
  ['?q=gr%C3%BCn&exact=true', { ...usual, q: 'grün', exact: true }],
  ['?q=tide&kind=toString&page=-1', { ...usual, q: 'tide' }],
])('%s', (search, expected) => expect(asked(search)).toEqual(expected))

test('words beyond the API’s limit are cut off', () => {
  expect(asked(`?q=${'a'.repeat(300)}`).q).toHaveLength(200)
  expect(asked(`?q=${'a'.repeat(199)}🦀`).q).toBe('a'.repeat(199))
})
