import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeContent } from '../testing/fake-content'
import { type Cacheability, PageCache, type RenderedEntry } from './page-cache'

const BRIEF_MS = 30_000

let now: number
let content: ReturnType<typeof fakeContent>
let cache: PageCache<string>
let renders: {
  page: string
  end: (cacheability?: Cacheability, bytes?: number, ofContent?: boolean, forOne?: boolean) => void
  fail: (error: Error) => void
}[]

afterAll(() => void vi.restoreAllMocks())
beforeEach(() => {
  now = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  content = fakeContent()
  cache = new PageCache({ mostBytes: 10_000, briefMs: BRIEF_MS, content })
  renders = []
})

/** Begins a render that the test ends. */
const render = () =>
  new Promise<RenderedEntry<string>>((resolve, reject) => {
    const page = `page ${renders.length + 1}`
    renders.push({
      page,
      end: (cacheability = 'revision', bytes = 100, ofContent = cacheability === 'revision', forOne = false) =>
        resolve({ page, cacheability, bytes, ofContent, forOne }),
      fail: reject,
    })
  })
const get = (key = '/', client?: string) => cache.get(key, render, client)
/** Lets what was resolved go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Asks, and ends the render where there is one. */
async function getAndEnd(key?: string, cacheability?: Cacheability, bytes?: number, ofContent?: boolean) {
  const before = renders.length
  const answer = get(key)
  await settle()
  for (const each of renders.slice(before)) each.end(cacheability, bytes, ofContent)
  return answer
}

describe('a page', () => {
  it('is made once for all who ask meanwhile, and then kept', async () => {
    const all = [get(), get(), get()]
    expect(renders).toHaveLength(1)
    renders[0]?.end()
    expect(await Promise.all(all)).toEqual(Array(3).fill({ page: 'page 1', outcome: 'miss' }))
    expect(await get()).toEqual({ page: 'page 1', outcome: 'hit' })
    expect(renders).toHaveLength(1)
  })

  it('that is for one network alone is shared by all who wait there, and made once more for the others', async () => {
    const all = [...['a', 'a', 'b', 'a', 'c'].map((client) => get('/', client))]
    renders[0]?.end('none', 100, false, true)
    await settle()
    expect(renders).toHaveLength(2)
    renders[1]?.end()
    expect((await Promise.all(all)).map(({ page }) => page)).toEqual(['page 1', 'page 1', 'page 2', 'page 1', 'page 2'])
  })

  it('is made for each key', async () => {
    await getAndEnd('/')
    expect(await getAndEnd('/news')).toEqual({ page: 'page 2', outcome: 'miss' })
  })

  it('fails for all who wait, and is made again for the next', async () => {
    const all = Promise.allSettled([get(), get()])
    renders[0]?.fail(new Error('no'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
  })

  it('is not kept where it must not be', async () => {
    await getAndEnd('/', 'none')
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
    expect(cache.bytes).toBeGreaterThan(0)
  })

  it('is not kept while nobody knows of which content it is', async () => {
    content.revision = undefined
    await getAndEnd()
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
    expect(cache.bytes).toBe(0)
  })
})

describe('what can be shown as it is', () => {
  it('is a page that is kept, while the content is known', async () => {
    expect(cache.fresh('/')).toBeUndefined()
    await getAndEnd()
    expect(cache.fresh('/')).toBe('page 1')
    content.sure = false
    expect(cache.fresh('/')).toBeUndefined()
    content.sure = true
    content.revision = '2'
    expect(cache.fresh('/')).toBeUndefined()
  })

  it('is no page whose short time is over', async () => {
    await getAndEnd('/', 'brief')
    now += BRIEF_MS - 1
    expect(cache.fresh('/')).toBe('page 1')
    now += 1
    expect(cache.fresh('/')).toBeUndefined()
  })
})

describe('memory', () => {
  it('is bounded: the page that was not asked for the longest goes first', async () => {
    for (const key of ['/a', '/b', '/c']) await getAndEnd(key, 'revision', 2400)
    await get('/a')
    await getAndEnd('/d', 'revision', 2400)
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
    expect((await get('/a')).outcome).toBe('hit')
    expect((await getAndEnd('/b')).outcome).toBe('miss')
  })

  it('is not emptied for one page that is larger than all of it', async () => {
    await getAndEnd('/small')
    await getAndEnd('/large', 'revision', 20_000)
    expect((await get('/small')).outcome).toBe('hit')
    expect((await getAndEnd('/large')).outcome).toBe('miss')
  })

  it('counts the keys, which visitors choose', async () => {
    for (let i = 0; i < 100; i += 1) await getAndEnd(`/${i}?q=${'x'.repeat(1000)}`, 'revision', 1)
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
  })

  it('has a share of its own for pages that are one of many, and those stay within it', async () => {
    const madeUp = (page: string) => async () =>
      ({ page, cacheability: 'revision', bytes: 300, ofContent: true, oneOfMany: true }) as const
    await getAndEnd('/a', 'revision', 5000)
    for (let i = 0; i < 100; i += 1) await cache.get(`/?q=${i}`, madeUp(String(i)))
    expect(cache.bytes).toBeLessThan(5600 + 1000)
    expect((await get('/a')).outcome).toBe('hit')
    expect(await cache.get('/?q=99', madeUp('another'))).toEqual({ page: '99', outcome: 'hit' })
    expect(cache.fresh('/?q=99')).toBe('99')
    content.revision = '2'
    expect(cache.fresh('/?q=99')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  it('may be none at all', async () => {
    cache = new PageCache({ mostBytes: 0, briefMs: BRIEF_MS, content })
    await getAndEnd()
    expect((await getAndEnd()).outcome).toBe('miss')
  })
})

describe('a change of the content', () => {
  it('ends every page at once', async () => {
    await getAndEnd()
    content.revision = '2'
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
  })

  it('ends them too when the revision is one that there was before: its content may be another', async () => {
    await getAndEnd()
    content.revision = '2'
    await getAndEnd('/news')
    content.revision = '1'
    expect((await getAndEnd()).outcome).toBe('miss')
  })

  it('ends them also where nobody asked for a page in between', async () => {
    await getAndEnd()
    content.revision = '2'
    content.revision = '1'
    expect((await getAndEnd()).outcome).toBe('miss')
  })

  it('is not answered with a page that was begun before it, and that page is not kept', async () => {
    const before = get()
    content.revision = '2'
    const after = get()
    expect(renders).toHaveLength(2)
    renders[0]?.end()
    expect((await before).page).toBe('page 1')
    renders[1]?.end()
    expect((await after).page).toBe('page 2')
    expect(await get()).toEqual({ page: 'page 2', outcome: 'hit' })
  })

  it('during a render keeps the page from others', async () => {
    const before = get()
    content.revision = '2'
    renders[0]?.end()
    await before
    expect((await getAndEnd()).outcome).toBe('miss')
  })
})

describe('a page whose content cannot be asked about', () => {
  it('is shown, marked, for as long as that lasts, and nothing is rendered', async () => {
    await getAndEnd('/')
    await getAndEnd('/search', 'brief')
    content.sure = false
    now += 24 * 60 * 60 * 1000
    for (const key of ['/', '/search']) expect(await get(key)).toMatchObject({ outcome: 'stale', stale: 'content' })
    expect(renders).toHaveLength(2)
    content.sure = true
    expect((await get('/')).outcome).toBe('hit')
  })

  it('is rendered where there is none', async () => {
    content.sure = false
    expect((await getAndEnd('/', 'none')).outcome).toBe('miss')
  })

  it.each([['revision'], ['brief'], ['none']] as const)(
    'is marked where something in it is of answers that a render process has kept: %s',
    async (life) => {
      content.sure = false
      const stale = { page: 'page 1', outcome: 'stale', stale: 'content' }
      expect(await getAndEnd('/', life, 100, true)).toEqual(stale)
    },
  )
})

describe('a page that is kept for a short time', () => {
  beforeEach(async () => {
    content.revision = null
    await getAndEnd('/', 'brief')
  })

  it('is new during it', async () => {
    now += BRIEF_MS - 1
    expect((await get()).outcome).toBe('hit')
  })

  it('is shown once more after it, marked, while one render replaces it', async () => {
    now += BRIEF_MS
    const stale = { page: 'page 1', outcome: 'stale', stale: 'age' }
    expect(await Promise.all([get(), get()])).toEqual([stale, stale])
    expect(renders).toHaveLength(2)
    renders[1]?.end('brief')
    await settle()
    expect(await get()).toEqual({ page: 'page 2', outcome: 'hit' })
  })

  it('is not shown when it is much older, except where there is no other', async () => {
    now += 2 * BRIEF_MS
    expect(await getAndEnd('/', 'brief')).toEqual({ page: 'page 2', outcome: 'miss' })
    now += 2 * BRIEF_MS
    expect(await getAndEnd('/', 'none')).toEqual({ page: 'page 2', outcome: 'stale', stale: 'age' })
  })

  it('is shown without waiting for attempts, two seconds apart, that fail', async () => {
    now += 2 * BRIEF_MS
    const first = get()
    renders.at(-1)?.fail(new Error('down'))
    expect((await first).outcome).toBe('stale')
    const tried = renders.length
    for (let i = 0; i < 5; i += 1) expect((await get()).outcome).toBe('stale')
    expect(renders).toHaveLength(tried)
    now += 2000
    expect(await getAndEnd('/', 'brief')).toMatchObject({ outcome: 'miss' })
  })
})
