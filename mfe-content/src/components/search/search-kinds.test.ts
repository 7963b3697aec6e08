import { searchKind } from '@marram/api-contract/search'
import { configure } from '@marram/sdk/configuration'
import { afterEach, expect, test } from 'vitest'
import events from '../../../../mfe-events/section.json'
import content from '../../../section.json'
import { isKind, kinds, kindWords } from './search-kinds'

const configuration = { apiBase: '', mediaHost: '', origin: '' }
afterEach(() => configure(configuration))

test('every kind of the API is declared once by a section of this site', () => {
  const declared = [...content.searchKinds, ...events.searchKinds].map(({ kind }) => kind)
  expect(declared.toSorted()).toEqual(searchKind.options.toSorted())
  expect(kinds[0]).toBe('main-news')
})

test('a kind has the words that its section declares, and the tone of its category unless another is declared', () => {
  configure({ ...configuration, searchKinds: [...content.searchKinds, ...events.searchKinds] })
  expect(kindWords('main-news')).toEqual({ title: 'News', plural: 'News', tone: 'coast' })
  expect(kindWords('publication')).toEqual({ title: 'Publication', plural: 'Publications', tone: 'quiet' })
  expect(kindWords('media')).toEqual({ title: 'Film', plural: 'Films', tone: 'courses' })
  expect(kindWords('sport')).toEqual({ title: 'Sport', plural: 'Sports', tone: 'sports' })
  expect(kindWords('event')).toEqual({ title: 'Event', plural: 'Campaign & Events', tone: 'coast' })
})

test('a kind that no section declares, or that an earlier shell does not hand on, has the API’s name', () => {
  expect(kindWords('main-news')).toEqual({ title: 'Main news', plural: 'Main news', tone: 'coast' })
})

test.each(['toString', '', 'Sport'])('%j is no kind', (text) => expect(isKind(text)).toBe(false))
