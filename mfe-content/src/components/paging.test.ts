import { listPublications } from '@marram/api-contract/publications'
import { call } from '@marram/sdk/api-client'
import { expect, test, vi } from 'vitest'
import { getPage, pageAsked, pageOf, toLastPage } from './paging'

vi.mock('@marram/sdk/api-client', () => ({ call: vi.fn() }))
const { signal } = new AbortController()
const items = Array.from({ length: 20 }, (_, i) => ({ slug: `item-${i + 1}` }))

/** The content of the page when the host responds with `data` and, beside it, `beside`. */
async function paged(data: unknown[], beside: Record<string, unknown>, page: number) {
  vi.mocked(call).mockResolvedValueOnce({ data, beside, code: 200, message: undefined } as never)
  const { items, ...place } = await getPage(listPublications, { page, size: 8 }, { signal })
  return { slugs: items.map(({ slug }) => slug), ...place }
}

test('pages and totals of a host that pages are used unchanged', async () => {
  const { slugs, ...place } = await paged(items.slice(8, 16), { total: 20 }, 2)
  expect(slugs).toEqual(items.slice(8, 16).map(({ slug }) => slug))
  expect(place).toEqual({ page: 2, pages: 3, total: 20 })
  expect(vi.mocked(call).mock.lastCall?.[1]).toMatchObject({ query: { page: 2, page_size: 8 } })
})

test.each([
  ['says no total', {}],
  ['says a total and sends everything all the same', { total: 20 }],
  ['says something else', { total: 'many' }],
])('when a host %s, the page is cut out of its whole list', async (_, beside) => {
  expect(await paged(items, beside, 3)).toEqual({
    slugs: ['item-17', 'item-18', 'item-19', 'item-20'],
    page: 3,
    pages: 3,
    total: 20,
  })
})

test('an empty list is one page', () => {
  expect(pageOf([], { page: 1, size: 8 })).toEqual({ items: [], page: 1, pages: 1, total: 0 })
})

test.each([
  ['', 1],
  ['?page=3', 3],
  ['?page=', 1],
  ['?page=0', 1],
  ['?page=-2', 1],
  ['?page=1.5', 1],
  ['?page=next', 1],
  ['?page=99999999999999', 10_000],
])('%s requests page %i', (search, page) => {
  expect(pageAsked(new URL(`https://marram.example/news${search}`))).toBe(page)
})

test('a page beyond the end redirects to the last one', () => {
  const hrefFor = (page: number) => `/news?page=${page}`
  expect(() => toLastPage(pageOf(items, { page: 3, size: 8 }), hrefFor)).not.toThrow()
  let thrown: unknown
  try {
    toLastPage(pageOf(items, { page: 9, size: 8 }), hrefFor)
  } catch (answer) {
    thrown = answer
  }
  expect((thrown as Response).headers.get('location')).toBe('/news?page=3')
})
