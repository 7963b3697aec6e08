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

/** Starts a render that the test ends. */
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
/** Lets resolved promises continue. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Requests a page, and ends its render if there is one. */
async function getAndEnd(key?: string, cacheability?: Cacheability, bytes?: number, ofContent?: boolean) {
  const before = renders.length
  const answer = get(key)
  await settle()
  for (const each of renders.slice(before)) each.end(cacheability, bytes, ofContent)
  return answer
}

describe('a page', () => {
  it('is rendered once for simultaneous requests, and then cached', async () => {
    const all = [get(), get(), get()]
    expect(renders).toHaveLength(1)
    renders[0]?.end()
    expect(await Promise.all(all)).toEqual(Array(3).fill({ page: 'page 1', outcome: 'miss' }))
    expect(await get()).toEqual({ page: 'page 1', outcome: 'hit' })
    expect(renders).toHaveLength(1)
  })

  it('that is for one network alone is shared within it, and rendered once more for the others', async () => {
    const all = [...['a', 'a', 'b', 'a', 'c'].map((client) => get('/', client))]
    renders[0]?.end('none', 100, false, true)
    await settle()
    expect(renders).toHaveLength(2)
    renders[1]?.end()
    expect((await Promise.all(all)).map(({ page }) => page)).toEqual(['page 1', 'page 1', 'page 2', 'page 1', 'page 2'])
  })

  it('is rendered for each key', async () => {
    await getAndEnd('/')
    expect(await getAndEnd('/news')).toEqual({ page: 'page 2', outcome: 'miss' })
  })

  it('fails for all waiting requests, and is rendered again for the next', async () => {
    const all = Promise.allSettled([get(), get()])
    renders[0]?.fail(new Error('no'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
  })

  it('is not cached when that is not allowed', async () => {
    await getAndEnd('/', 'none')
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
    expect(cache.bytes).toBeGreaterThan(0)
  })

  it('is not cached while its revision is unknown', async () => {
    content.revision = undefined
    await getAndEnd()
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
    expect(cache.bytes).toBe(0)
  })
})

describe('a page that is late', () => {
  const frame = { page: 'app shell', cacheability: 'none', bytes: 0, ofContent: false } as const
  let arrive: (page?: string) => void
  let fail: () => void
  let asked: number
  const late = async () => {
    asked += 1
    const later = new Promise<RenderedEntry<string>>((resolve, reject) => {
      arrive = (page = 'the page') => resolve({ page, cacheability: 'revision', bytes: 100, ofContent: true })
      fail = () => reject(new Error('its process ended'))
    })
    return { ...frame, later }
  }
  beforeEach(() => {
    asked = 0
  })
  const ask = () => cache.get('/', late)

  it('is rendered once, and then there for the next visitor', async () => {
    expect(await ask()).toEqual({ page: 'app shell', outcome: 'miss' })
    // Visitors who come meanwhile wait for nothing, and start no other render.
    expect(await ask()).toEqual({ page: 'app shell', outcome: 'miss' })
    arrive()
    await settle()
    expect(await ask()).toEqual({ page: 'the page', outcome: 'hit' })
    expect(asked).toBe(1)
  })

  it('is rendered again when it did not come', async () => {
    await ask()
    fail()
    await settle()
    await ask()
    expect(asked).toBe(2)
  })

  it('has one render for each visitor where nothing is cached', async () => {
    cache = new PageCache({ mostBytes: 0, briefMs: BRIEF_MS, content })
    await ask()
    await ask()
    expect(asked).toBe(2)
  })

  it('is dropped when the content changed meanwhile', async () => {
    await ask()
    const ofOldContent = arrive
    content.revision = '2'
    expect((await ask()).page).toBe('app shell')
    expect(asked).toBe(2)
    ofOldContent('old')
    await settle()
    expect((await ask()).page).toBe('app shell')
    arrive('new')
    await settle()
    expect(await ask()).toEqual({ page: 'new', outcome: 'hit' })
  })
})

describe('the fast path', () => {
  it('has a cached page, while the revision is known', async () => {
    expect(cache.fresh('/')).toBeUndefined()
    await getAndEnd()
    expect(cache.fresh('/')).toBe('page 1')
    content.sure = false
    expect(cache.fresh('/')).toBeUndefined()
    content.sure = true
    content.revision = '2'
    expect(cache.fresh('/')).toBeUndefined()
  })

  it('has no page after its short lifetime', async () => {
    await getAndEnd('/', 'brief')
    now += BRIEF_MS - 1
    expect(cache.fresh('/')).toBe('page 1')
    now += 1
    expect(cache.fresh('/')).toBeUndefined()
  })
})

describe('memory', () => {
  it('is limited: the least recently used page is dropped first', async () => {
    for (const key of ['/a', '/b', '/c']) await getAndEnd(key, 'revision', 2400)
    await get('/a')
    await getAndEnd('/d', 'revision', 2400)
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
    expect((await get('/a')).outcome).toBe('hit')
    expect((await getAndEnd('/b')).outcome).toBe('miss')
  })

  it('is not emptied for one page that is larger than the limit', async () => {
    await getAndEnd('/small')
    await getAndEnd('/large', 'revision', 20_000)
    expect((await get('/small')).outcome).toBe('hit')
    expect((await getAndEnd('/large')).outcome).toBe('miss')
  })

  it('counts the keys, which visitors choose', async () => {
    for (let i = 0; i < 100; i += 1) await getAndEnd(`/${i}?q=${'x'.repeat(1000)}`, 'revision', 1)
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
  })

  it('has a separate share for pages under open-ended addresses, which they never exceed', async () => {
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

  it('may be zero', async () => {
    cache = new PageCache({ mostBytes: 0, briefMs: BRIEF_MS, content })
    await getAndEnd()
    expect((await getAndEnd()).outcome).toBe('miss')
  })
})

describe('a change of the content', () => {
  it('invalidates every page at once', async () => {
    await getAndEnd()
    content.revision = '2'
    expect(await getAndEnd()).toEqual({ page: 'page 2', outcome: 'miss' })
  })

  it('invalidates them too when an earlier revision returns, because its content may differ', async () => {
    await getAndEnd()
    content.revision = '2'
    await getAndEnd('/news')
    content.revision = '1'
    expect((await getAndEnd()).outcome).toBe('miss')
  })

  it('invalidates them also without a request in between', async () => {
    await getAndEnd()
    content.revision = '2'
    content.revision = '1'
    expect((await getAndEnd()).outcome).toBe('miss')
  })

  it('is not served a page whose render began before it, and that page is not cached', async () => {
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

  it('during a render keeps the page from other requests', async () => {
    const before = get()
    content.revision = '2'
    renders[0]?.end()
    await before
    expect((await getAndEnd()).outcome).toBe('miss')
  })
})

describe('a page whose revision cannot be read', () => {
  it('is shown, marked, for as long as that lasts, without a render', async () => {
    await getAndEnd('/')
    await getAndEnd('/search', 'brief')
    content.sure = false
    now += 24 * 60 * 60 * 1000
    for (const key of ['/', '/search']) expect(await get(key)).toMatchObject({ outcome: 'stale', stale: 'content' })
    expect(renders).toHaveLength(2)
    content.sure = true
    expect((await get('/')).outcome).toBe('hit')
  })

  it('is rendered when there is no cached one', async () => {
    content.sure = false
    expect((await getAndEnd('/', 'none')).outcome).toBe('miss')
  })

  it.each([['revision'], ['brief'], ['none']] as const)(
    'is marked when it contains cached responses of a render process: %s',
    async (life) => {
      content.sure = false
      const stale = { page: 'page 1', outcome: 'stale', stale: 'content' }
      expect(await getAndEnd('/', life, 100, true)).toEqual(stale)
    },
  )
})

describe('a page with a short lifetime', () => {
  beforeEach(async () => {
    content.revision = null
    await getAndEnd('/', 'brief')
  })

  it('is fresh during it', async () => {
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

  it('is not shown when it is much older, unless there is no other', async () => {
    now += 2 * BRIEF_MS
    expect(await getAndEnd('/', 'brief')).toEqual({ page: 'page 2', outcome: 'miss' })
    now += 2 * BRIEF_MS
    expect(await getAndEnd('/', 'none')).toEqual({ page: 'page 2', outcome: 'stale', stale: 'age' })
  })

  it('is shown without waiting for renders, two seconds apart, that fail', async () => {
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
