import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { listServices } from '@marram/api-contract/home'
import { getMainNews, listMainNews, listNews } from '@marram/api-contract/news'
import { listOlympiads } from '@marram/api-contract/olympiads'
import { createSubmission } from '@marram/api-contract/submissions'
import { configureClient, get } from '@marram/sdk/api-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KnownContent } from './render-calls'
import { cacheResponses } from './response-cache'

type Given = { status?: number; revision?: string; text?: string; location?: string; down?: boolean }
let given: Given
let asked: string[]
let now: KnownContent | undefined
const ends: { code: number; revision: string | undefined }[] = []

const api = http.createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  if (given.down) return void request.socket.destroy()
  const { status = 200, revision, text, location } = given
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(revision && { 'x-content-revision': revision }),
    ...(location && request.url !== location && { location }),
  })
  response.end(text ?? JSON.stringify({ code: status, message: 'Words of the API.', data: [] }))
})
beforeAll(() => new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  api.closeAllConnections()
  api.close()
})
beforeEach(() => {
  given = { revision: '1' }
  asked = []
  const { port } = api.address() as AddressInfo
  const adapter = cacheResponses(() => now)
  configureClient({ baseUrl: `http://127.0.0.1:${port}`, adapter, onEnd: (end) => void ends.push(end) })
})

/** Renders with one call, and returns its outcome. */
async function render(revision: string | undefined, page = 1, changes = 1) {
  now = revision === undefined ? undefined : { revision, changes }
  await get(listMainNews, { query: { page } }).catch(() => undefined)
  return ends.at(-1)
}
const fresh = { code: 200, revision: '1' }

describe('a cached response for the revision of a page', () => {
  it('is requested once, and counts each time', async () => {
    expect(await render('1')).toEqual(fresh)
    expect(await render('1')).toEqual(fresh)
    expect(asked).toHaveLength(1)
  })

  it('differs by parameters', async () => {
    await render('1')
    await render('1', 2)
    expect(asked).toHaveLength(2)
  })

  it('cannot be changed by one caller for another', async () => {
    now = { revision: '1', changes: 1 }
    Object.assign(await get(listMainNews), { added: 'by a loader' })
    expect(await get(listMainNews)).not.toHaveProperty('added')
    expect(asked).toHaveLength(1)
  })

  it('is used while the API is down', async () => {
    await render('1')
    given.down = true
    expect(await render('1')).toEqual(fresh)
    expect(await render('1', 2)).toEqual({ code: 0, revision: undefined })
  })

  it('may be a 404', async () => {
    given.status = 404
    expect(await render('1')).toEqual({ ...fresh, code: 404 })
    expect(await render('1')).toEqual({ ...fresh, code: 404 })
    expect(asked).toHaveLength(1)
  })
})

describe('a response is requested each time', () => {
  const expectTwice = async (revision: string | undefined) => {
    await render(revision)
    await render(revision)
    expect(asked).toHaveLength(2)
  }

  it.each([500, 503, 429, 401])('when it failed with %i', async (status) => {
    given.status = status
    await expectTwice('1')
  })

  it('when it has no revision, as from another host or with more than content', async () => {
    given.revision = undefined
    await expectTwice('1')
  })

  it('when its revision is not the edge’s', async () => {
    given.revision = '2'
    await expectTwice('1')
  })

  it('when the edge sends no revision', async () => {
    await expectTwice(undefined)
  })

  it('when the request has a body', async () => {
    now = { revision: '1', changes: 1 }
    for (let i = 0; i < 2; i += 1) await get(createSubmission, { body: {} }).catch(() => undefined)
    expect(asked).toHaveLength(2)
  })
})

it('a redirect of the host is not followed: it may lead to an internal service', async () => {
  given = { revision: '1', status: 302, location: '/elsewhere' }
  expect(await render('1')).toEqual({ code: 502, revision: undefined })
  expect(await render('1')).toEqual({ code: 502, revision: undefined })
  expect(asked.filter((each) => each.includes('elsewhere'))).toEqual([])
})

describe('a change of the revision', () => {
  it('clears the cache, even back to the same revision without a render in between', async () => {
    await render('1', 1, 1)
    expect(await render('1', 1, 3)).toEqual(fresh)
    expect(asked).toHaveLength(2)
  })

  it('caches nothing for a slow page with the previous revision', async () => {
    await render('1', 1, 1)
    given.revision = '2'
    expect(await render('2', 1, 2)).toEqual({ code: 200, revision: '2' })
    given.revision = '1'
    expect(await render('1', 1, 1)).toEqual(fresh)
    expect(await render('2', 1, 2)).toEqual({ code: 200, revision: '2' })
    expect(asked).toHaveLength(3)
  })
})

it('responses that every page needs stay cached, however many visitors’ queries come', async () => {
  given.text = JSON.stringify({ code: 200, data: [], filler: 'x'.repeat(100_000) })
  now = { revision: '1', changes: 1 }
  const lists = [listMainNews, listServices, listOlympiads]
  for (const list of lists) await get(list)
  const needed = asked.length
  for (let page = 1; page <= 200; page += 1) await render('1', page)
  given = { revision: '1', status: 404 }
  for (let i = 1; i <= 500; i += 1)
    await get(getMainNews, { params: { slug: `${'x'.repeat(8000)}-${i}` } }).catch(() => undefined)
  expect(asked).toHaveLength(needed + 200 + 500)
  for (const list of lists) await get(list)
  expect(asked).toHaveLength(needed + 200 + 500)
})

it('memory is limited: the least recently used response is dropped first', async () => {
  given.text = JSON.stringify({ code: 200, data: [], filler: 'x'.repeat(900 * 1024) })
  now = { revision: '1', changes: 1 }
  for (const list of [listMainNews, listServices, listOlympiads]) await get(list)
  await get(listMainNews)
  await get(listNews)
  expect(asked).toHaveLength(4)
  await get(listMainNews)
  expect(asked).toHaveLength(4)
  await get(listServices)
  expect(asked).toHaveLength(5)
})
