import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CorrectedWord, SearchHit } from '@marram/api-contract/search'
import { engines } from '@marram/server/testing/engines'
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { news } from '../content/tables'
import { applyContent, indexMissing } from '../content-files/apply'
import { openTestApp, type TestApp } from '../testing/test-app'
import { indexContent } from './index-content'
import { searchItems } from './tables'

describe.each(engines)('search ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  const ask = async (query: Record<string, string>) => {
    const response = await test.app.inject(`/api/search?${new URLSearchParams(query)}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as {
      data: SearchHit[]
      counts: Record<string, number>
      total: number
      corrected?: CorrectedWord[]
    }
  }

  it('leaves no pending entries in an index after writing', async () => {
    const { rows } = await test.db.execute<{ index: string; left: number }>(sql`
      select indexrelid::regclass::text as index, gin_clean_pending_list(indexrelid)::int as left
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam and amname = 'gin'
      where indrelid::regclass::text like 'api.search%'`)
    expect(rows.map(({ index }) => index).sort()).toEqual(['api.search_items_by_words', 'api.search_words_alike'])
    expect(rows.every(({ left }) => left === 0)).toBe(true)
  })

  it.each([
    // Unchanged, and in another case.
    ['the winter the dunes', 'The winter the dunes came back'],
    ['SALTMARSH RELAY', 'Saltmarsh Relay'],
    ['reading a dune', 'Reading a dune'],
    ['ridge run', 'Ridge Run 2026'],
    // The beginning of a title ranks first.
    ['how to count', 'How to count a saltmarsh without standing on it'],
    ['glass', 'Glass Rivers tours four town libraries'],
    ['mud', 'Mud'],
    // Half a word, as during typing.
    ['lulla', 'Lullabies about weather'],
    ['biscu', 'A tide gauge made from a biscuit tin'],
    ['eclip', 'Eclipse morning on the sea wall'],
    // Another form of the word, in another order.
    ['swimmers in cold water', 'Cold-water swimmers'],
    ['shadow measuring', 'Lower Fenwick measures its own shadow'],
    ['lantern', 'Lanterns on the Arrowe'],
    // Without the required accents.
    ['lucja', 'Łucja Morzewska'],
    ['bjorg tarnskjaer', 'Bjørg Tårnskjær'],
    ['dwr', 'Dŵr: nine wells'],
    ['cafe science', 'Café science'],
    // Mistyped.
    ['lulabies', 'Lullabies about weather'],
    ['thermomter no', 'Thermometer No. 3'],
    ['kilowat olimpiad', 'Kilowatt Olympiad'],
    ['christmass tree', 'How to plant marram in a Christmas tree'],
    ['wheelchiar relay', 'A wheelchair relay finds the flat way'],
    ['saltmrsh saturday', 'Saltmarsh Saturday'],
    ['excibition van', 'The exhibition that fits in a van'],
    ['notebok attic', 'Nine notebooks from one attic'],
    ['saltmrsh', 'How to count a saltmarsh'],
    ['saltmarh', 'How to count a saltmarsh'],
    ['publicaton', 'Teaching with a loaf|A carbon budget'],
    ['marrm', 'How to plant marram'],
    ['brige', 'Twelve towns on foot'],
    // Two letters in the wrong order.
    ['lantren', 'Lanterns on the Arrowe'],
    ['dnue', '.*dune'],
    ['tdie', 'Tide'],
    // Short words, with one letter wrong, missing or added.
    ['dunr', '.*dune'],
    ['feery', '.*ferry'],
  ])('finds for “%s” first: %s', async (q, title) => {
    expect((await ask({ q })).data[0]?.title).toMatch(new RegExp(`^(${title})`))
  })

  it('names the word that it replaced, and searches for the exact words on request', async () => {
    const { data, corrected } = await ask({ q: 'Grün' })
    expect(corrected).toEqual([{ word: 'Grün', instead: ['run'] }])
    expect(data.length).toBeGreaterThan(0)
    expect(await ask({ q: 'Grün', exact: 'true' })).toEqual({ code: 200, data: [], counts: {}, total: 0 })
  })

  it('names a replaced word among others, in a form that is really written', async () => {
    expect((await ask({ q: 'wheelchiar relay' })).corrected).toEqual([{ word: 'wheelchiar', instead: ['wheelchair'] }])
    const [bicycle] = (await ask({ q: 'bicicl' })).corrected ?? []
    expect(bicycle?.instead).toContain('bicycle')
    expect(bicycle?.instead).not.toContain('bicycl')
  })

  it.each(['tides', 'xylophonequartz zz'])('reports no replacement for %s', async (q) =>
    expect(await ask({ q })).not.toHaveProperty('corrected'),
  )

  it.each([
    ['thorunn', 'person', /^Þórunn/, /^\/about-us#support-team$/],
    ['coastal engineer', 'review', /^Mei/, /^\/[a-z-]+#experts$/],
  ])('finds people: for “%s” a %s', async (q, kind, title, url) => {
    expect((await ask({ q })).data[0]).toMatchObject({
      ...{ kind, title: expect.stringMatching(title), url: expect.stringMatching(url) },
    })
  })

  it('indexes items from before their kind was searchable when content is applied or tidied', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'marram-people-'))
    const person = { slug: 'quill-farthing', name: 'Quill Farthing', designation: 'Ropes', image: '/media/none.svg' }
    await writeFile(join(folder, 'team.json'), JSON.stringify([person]))
    const apply = () => applyContent(test.db, folder, test.media)
    expect(await apply()).toMatchObject({ changed: 1 })
    expect(await apply()).toMatchObject({ changed: 0, revision: undefined })
    await test.db.delete(searchItems).where(and(eq(searchItems.kind, 'person'), eq(searchItems.slug, person.slug)))
    expect(await apply()).toMatchObject({ changed: 1, revision: expect.anything() })
    expect((await ask({ q: 'farthing' })).data.map(({ slug }) => slug)).toEqual([person.slug])
    // Or automatically, with the next tidying.
    await test.db.delete(searchItems).where(and(eq(searchItems.kind, 'person'), eq(searchItems.slug, person.slug)))
    expect([await indexMissing(test.db), await indexMissing(test.db)]).toEqual([1, 0])
    expect((await ask({ q: 'quill farthing' })).data.map(({ slug }) => slug)).toContain(person.slug)
    await rm(folder, { recursive: true })
  })

  it.each(['', '   ', '!?', '—'])('finds nothing for %j, in the usual shape', async (q) =>
    expect(await ask({ q })).toEqual({ code: 200, data: [], counts: {}, total: 0 }),
  )

  it('finds nothing for unknown words', async () =>
    expect(await ask({ q: 'xylophonequartz zz' })).toMatchObject({ data: [], total: 0 }))

  it('counts every kind, whichever is requested', async () => {
    const all = await ask({ q: 'tide' })
    expect(Object.keys(all.counts).length).toBeGreaterThan(4)
    expect(all.total).toBe(Object.values(all.counts).reduce((sum, n) => sum + n, 0))
    const some = await ask({ q: 'tide', kind: 'main-news' })
    expect(some.counts).toEqual(all.counts)
    expect(some.total).toBe(all.counts['main-news'])
    expect(new Set(some.data.map(({ kind }) => kind))).toEqual(new Set(['main-news']))
  })

  it('pages through all results once', async () => {
    const { total } = await ask({ q: 'water' })
    const pages = Math.ceil(total / 7)
    const urls: string[] = []
    for (let page = 1; page <= pages + 1; page++)
      urls.push(...(await ask({ q: 'water', page: `${page}`, page_size: '7' })).data.map(({ url }) => url))
    expect(urls).toHaveLength(total)
    expect(new Set(urls).size).toBe(total)
  })

  it('marks the matching words in title and excerpt', async () => {
    const { data } = await ask({ q: 'tides' })
    const marked = data.flatMap(({ title, title_matches, excerpt, excerpt_matches }) => [
      ...title_matches.map(([start, end]) => title.slice(start, end)),
      ...excerpt_matches.map(([start, end]) => excerpt.slice(start, end)),
    ])
    expect(new Set(marked.map((word) => word.toLowerCase()))).toEqual(new Set(['tide', 'tides']))
    for (const { excerpt } of data) expect(excerpt).not.toMatch(/<|&\w+;/)
  })

  it('follows a change of the content in the same transaction', async () => {
    const slug = 'ridge-run-2026'
    await test.db.transaction(async (tx) => {
      const title = 'Quuxfell crossed on stilts'
      const changed = await tx.update(news).set({ title }).where(eq(news.slug, slug)).returning()
      await indexContent(tx, 'news', changed)
    })
    expect((await ask({ q: 'quuxfel' })).data.map((hit) => hit.slug)).toEqual([slug])
  })

  it.each(['kind=nothing', 'page=0', 'page=x', 'page_size=101'])('refuses %s', async (query) => {
    const response = await test.app.inject(`/api/search?q=tide&${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 400, message: expect.any(String) })
  })

  it('responds to any input', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc.string({
            unit: fc.constantFrom('a', "'", '\\', ':', '*', '&', '|', '!', '(', ')', '%', '_', ' ', 'é', '\0'),
          }),
          fc
            .array(fc.constantFrom('the', 'tide', 'of', 'ﬁsh', 'İ', '東京', 'מים', '🌊', 'a'.repeat(80)))
            .map((words) => words.join(' ')),
        ),
        async (q) => {
          const response = await test.app.inject(
            `/api/search?q=${encodeURIComponent(q.replace(/\p{Surrogate}/gu, ''))}`,
          )
          expect([200, 400], `${JSON.stringify(q)} ${response.body}`).toContain(response.statusCode)
          for (const { title, title_matches } of response.json().data ?? [])
            for (const [start, end] of title_matches) expect(start < end && end <= title.length).toBe(true)
        },
      ),
      { numRuns: 150 },
    ))
})
