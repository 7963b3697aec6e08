import { get } from '@marram/sdk/api-client'
import { expect, test, vi } from 'vitest'
import { pageOfFilm } from './digital-media'

vi.mock('@marram/sdk/api-client', () => ({ get: vi.fn() }))
const films = Array.from({ length: 20 }, (_, i) => ({ slug: `film-${i + 1}` }))

test.each([
  ['film-1', 1],
  ['film-9', 1],
  ['film-10', 2],
  ['film-20', 3],
  ['no-film', 1],
])('%s is on page %i', async (film, page) => {
  vi.mocked(get).mockResolvedValueOnce(films)
  const found = await pageOfFilm(film, '', new AbortController().signal)
  expect(found).toMatchObject({ page, pages: 3, total: 20 })
  if (film !== 'no-film') expect(found.items).toContainEqual({ slug: film })
})

test('a list without films, or with films without slugs, opens on its first page', async () => {
  for (const list of [[], [{}, {}]]) {
    vi.mocked(get).mockResolvedValueOnce(list)
    expect(await pageOfFilm('film-1', 'talks', new AbortController().signal)).toMatchObject({ page: 1, pages: 1 })
  }
})
