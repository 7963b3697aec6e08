import { call } from '@marram/sdk/api-client'
import { configure } from '@marram/sdk/configuration'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findOnSite, meantBy, wordsAbout } from './found'

vi.mock('@marram/sdk/api-client', () => ({ call: vi.fn() }))

const hit = (url: string) => ({
  kind: 'news',
  slug: url,
  title: 'Oak',
  excerpt: '',
  url,
  title_matches: [],
  excerpt_matches: [],
})

async function found(data: unknown[], beside: Record<string, unknown>) {
  vi.mocked(call).mockResolvedValueOnce({ data, beside, code: 200, message: undefined } as never)
  return findOnSite({ q: 'oak', size: 10 }, new AbortController().signal)
}

test('a host without totals has as many results as it sent', async () => {
  expect(await found([hit('/history/details/oak')], {})).toMatchObject({ counts: {}, total: 1 })
})

test('invalid totals are left out', async () => {
  const beside = { counts: { news: 3, sport: 0, media: 'many' }, total: 'many' }
  expect(await found([], beside)).toEqual({ hits: [], counts: { news: 3 }, total: 0, pages: 1, corrected: [] })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'an address outside this site is not linked: %s',
  async (url) => {
    expect((await found([hit(url), hit('/news/details/oak')], {})).hits).toEqual([hit('/news/details/oak')])
  },
)

describe('with pages that sections declare', () => {
  const configuration = { apiBase: '', mediaHost: '', origin: '' }
  const searchPages = [
    { path: '/privacy', title: 'Privacy', about: 'Personal data' },
    { path: '/data', title: 'Open data', about: 'Tables' },
  ]
  beforeEach(() => {
    vi.mocked(call).mockReset()
    configure({ ...configuration, searchPages })
  })
  afterEach(() => configure(configuration))
  const answer = (data: unknown[], beside: object) =>
    vi.mocked(call).mockResolvedValueOnce({ data, beside, code: 200, message: undefined } as never)
  const find = (asked: Partial<Parameters<typeof findOnSite>[0]>) =>
    findOnSite({ q: 'data', size: 10, ...asked }, new AbortController().signal)
  const queries = () => vi.mocked(call).mock.calls.map(([, asked]) => (asked as { query: object }).query)
  const oak = hit('/history/details/oak')

  test('shows these first, counts them, and corrects none of their words', async () => {
    answer([oak], { counts: { news: 12 }, total: 12 })
    const { hits, counts, total, pages } = await find({})
    expect(hits.map(({ url }) => url)).toEqual(['/data', '/privacy', oak.url])
    expect({ counts, total, pages }).toEqual({ counts: { page: 2, news: 12 }, total: 14, pages: 2 })
    expect(queries()).toMatchObject([{ q: 'data', exact: 'true' }])
  })

  test('shows them only on the first page, and as a kind of their own', async () => {
    answer([oak], { counts: { news: 12 }, total: 12 })
    expect((await find({ page: 2 })).hits).toEqual([oak])
    answer([oak], { counts: { news: 12 }, total: 12 })
    expect((await find({ kind: 'news' })).total).toBe(12)
    answer([oak], { counts: { news: 12 }, total: 12 })
    const { hits, counts, total, pages } = await find({ kind: 'page' })
    expect(hits.map(({ url }) => url)).toEqual(['/data', '/privacy'])
    expect({ counts, total, pages }).toEqual({ counts: { page: 2, news: 12 }, total: 2, pages: 1 })
    expect(queries()[2]).toMatchObject({ kind: undefined })
  })

  test.each([
    ['nothing is found', [], { counts: {}, total: 0 }],
    [
      'another word is found',
      [oak],
      { counts: { news: 1 }, total: 1, corrected: [{ word: 'privcy', instead: ['ivy'] }] },
    ],
  ])('searches for their word when %s for a mistyped one', async (_, data, beside) => {
    answer(data, beside)
    answer([], { counts: {}, total: 0 })
    const { hits, corrected } = await find({ q: 'privcy' })
    expect(hits.map(({ url }) => url)).toEqual(['/privacy'])
    expect(corrected).toEqual([{ word: 'privcy', instead: ['privacy'] }])
    expect(queries()).toMatchObject([{ q: 'privcy' }, { q: 'privacy', exact: 'true' }])
  })

  test('corrects no word of theirs in a query with other words', async () => {
    answer([], { counts: {}, total: 0 })
    expect(await find({ q: 'privcy sandcastle' })).toMatchObject({ hits: [], corrected: [] })
    expect(queries()).toMatchObject([{ q: 'privcy sandcastle' }])
  })

  test('leaves the words unchanged on request', async () => {
    answer([], { counts: {}, total: 0 })
    expect(await find({ q: 'privcy', exact: true })).toMatchObject({ hits: [], corrected: [] })
    expect(queries()).toMatchObject([{ q: 'privcy', exact: 'true' }])
  })
})

test('a corrected word is shown', () => {
  const corrected = [{ word: 'grün', instead: ['run', 'rung'] }]
  expect(wordsAbout(corrected)).toBe('Nothing for “grün”. Showing “run” or “rung”.')
  expect(meantBy('der grün walk', corrected)).toBe('der run or rung walk')
  expect(wordsAbout([])).toBe('')
})
