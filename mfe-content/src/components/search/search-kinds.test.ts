import { configure } from '@marram/sdk/configuration'
import { afterEach, expect, test } from 'vitest'
import { section } from '../../section'
import { kinds, kindWords } from './search-kinds'

const configuration = { apiBase: '', mediaHost: '', origin: '' }
afterEach(() => configure(configuration))

const ofOthers = [
  { kind: 'sport', title: 'Sport', plural: 'Sports' },
  { kind: 'event', title: 'Event', plural: 'Campaign & Events' },
]

test('the kinds are those that sections declare, pages and news first', () => {
  configure({ ...configuration, searchKinds: [...section.searchKinds, ...ofOthers] })
  expect(kinds().slice(0, 2)).toEqual(['page', 'main-news'])
  expect(kinds().slice(-2)).toEqual(['sport', 'event'])
})

test('a kind has the texts that its section declares, and the tone of its category unless another is declared', () => {
  configure({ ...configuration, searchKinds: [...section.searchKinds, ...ofOthers] })
  expect(kindWords('main-news')).toEqual({ title: 'News', plural: 'News', tone: 'coast' })
  expect(kindWords('publication')).toEqual({ title: 'Publication', plural: 'Publications', tone: 'quiet' })
  expect(kindWords('media')).toEqual({ title: 'Film', plural: 'Films', tone: 'courses' })
  expect(kindWords('sport')).toEqual({ title: 'Sport', plural: 'Sports', tone: 'sports' })
  expect(kindWords('event')).toEqual({ title: 'Event', plural: 'Campaign & Events', tone: 'coast' })
})

test('a kind without a declaration, or from an earlier shell, has the API’s name', () => {
  expect(kindWords('main-news')).toEqual({ title: 'Main news', plural: 'Main news', tone: 'coast' })
})
