import type { SearchHit } from '@marram/contracts/search'
import { engines } from '@marram/service/testing/engines'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './testing/test-app'

describe.each(engines)('search ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  const ask = async (query: Record<string, string>) => {
    const response = await test.app.inject(`/api/search?${new URLSearchParams(query)}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as { data: SearchHit[]; counts: Record<string, number>; total: number }
  }
  const first = async (q: string) => (await ask({ q })).data[0]?.title

  it.each([
    ['the winter the dunes', 'The winter the dunes came back'],
    ['swifts', 'Why the swifts were nine days late'],
    ['swift', 'Why the swifts were nine days late'],
    ['SALTMARSH RELAY', 'Saltmarsh Relay'],
  ])('finds by words: %s', async (q, title) => expect(await first(q)).toContain(title))
  it.each(['', '   ', '!?', '—'])('finds nothing for %j, and says so in the usual shape', async (q) =>
    expect(await ask({ q })).toEqual({ code: 200, data: [], counts: {}, total: 0 }),
  )
})
void fc
