import { call } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { expect, test, vi } from 'vitest'
import { findOnSite, hasNoSearch } from './found'

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

test('a host that leaves out the figures has as many results as it sent', async () => {
  expect(await found([hit('/history/details/oak')], {})).toMatchObject({ counts: {}, total: 1 })
})

test('figures that are none are left out', async () => {
  const beside = { counts: { news: 3, sport: 0, media: 'many' }, total: 'many' }
  expect(await found([], beside)).toEqual({ hits: [], counts: { news: 3 }, total: 0 })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'what is not on this site is not linked: %s',
  async (url) => {
    expect((await found([hit(url), hit('/news/details/oak')], {})).hits).toEqual([hit('/news/details/oak')])
  },
)

test('a host that knows no such call, or answers with a page, has no search; one that fails has', () => {
  const failed = (kind: 'answer' | 'network', code: number) => hasNoSearch(new ApiError(kind, code, ''))
  expect([404, 405, 501, 502].map((code) => failed('answer', code))).toEqual([true, true, true, true])
  expect([0, 429, 500, 503, 504].map((code) => failed('answer', code))).toEqual([false, false, false, false, false])
  expect(hasNoSearch(new Error('anything'))).toBe(false)
})
