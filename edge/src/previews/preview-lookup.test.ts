import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { DISCOVERY_SCHEMA } from '@marram/release-contract/discovery'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entryOf, fakeShell } from '../testing/fake-releases'
import { PreviewLookup } from './preview-lookup'

const preview = {
  environment: 'production',
  what: 'events 1.1.0',
  expiresAt: '2030-01-01T00:00:00.000Z',
  document: { schema: DISCOVERY_SCHEMA, microFrontends: { shell: [entryOf(fakeShell())] } },
  source: null,
  needsToken: false,
}
const ME = '192.0.2.1'
let asked: string[]
/** Whether the registry responds to guesses. */
let answers: boolean
let registry: http.Server
let lookup: PreviewLookup

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  asked = []
  answers = true
  registry = http.createServer(({ url = '' }, response) => {
    const link = url.split('/').at(-1) ?? ''
    asked.push(link)
    if (link.startsWith('good')) response.end(JSON.stringify({ ...preview, what: link }))
    else if (answers) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const RELEASES_URL = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  lookup = new PreviewLookup({ RELEASES_URL, MARRAM_ENVIRONMENT: 'production' }, async (_, document) => document)
})
afterEach(() => {
  vi.useRealTimers()
  registry.closeAllConnections()
  registry.close()
})

/** From many clients, so that no client reaches its limit. */
const guess = (count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, i) => lookup.about(`guess-${from + i}`, `198.51.100.${i % 50}`)))

it('keeps known links while others guess', async () => {
  await lookup.about('good', ME)
  await lookup.about('good-too', ME)
  for (let i = 0; i < 5; i += 1) expect(await guess(50, 50 * i)).toEqual(Array(50).fill(undefined))
  expect((await lookup.about('good', ME))?.what).toBe('good')
  expect((await lookup.about('good-too', ME))?.what).toBe('good-too')
  expect(asked.filter((link) => link.startsWith('good'))).toEqual(['good', 'good-too'])
})

it('drops the oldest of many links, and no other', async () => {
  for (let i = 0; i < 101; i += 1) await lookup.about(`good-${i}`, `198.51.100.${i % 50}`)
  asked = []
  for (let i = 1; i < 101; i += 1) await lookup.about(`good-${i}`, ME)
  expect(asked).toEqual([])
  await lookup.about('good-0', ME)
  expect(asked).toEqual(['good-0'])
})

it('limits one client to a number of guesses a minute, and still shows it the known links', async () => {
  await lookup.about('good', '2001:db8:0:1::1')
  for (let i = 0; i < 59; i += 1) await lookup.about(`guess-${i}`, `2001:db8:0:1::${i}`)
  await expect(lookup.about('one-more', '2001:db8:0:1::ffff')).rejects.toMatchObject({ name: 'TooManyLinks' })
  expect(asked).not.toContain('one-more')
  vi.advanceTimersByTime(1001)
  expect((await lookup.about('good', '2001:db8:0:1::1'))?.what).toBe('good')
  expect(await lookup.about('one-more', '2001:db8:0:2::1')).toBeUndefined()
  vi.advanceTimersByTime(60_000)
  expect(await lookup.about('one-more-again', '2001:db8:0:1::1')).toBeUndefined()
})

it('does not count a link as a guess when the registry is down', async () => {
  await lookup.about('good', ME)
  vi.advanceTimersByTime(1001)
  registry.closeAllConnections()
  await new Promise((resolve) => registry.close(resolve))
  for (let i = 0; i < 70; i += 1) await expect(lookup.about('good', ME)).rejects.toThrow('No registry responds')
})

it('checks a few guesses at a time with the registry, and known links at once', async () => {
  await lookup.about('good', ME)
  vi.advanceTimersByTime(1001)
  answers = false
  const guesses = guess(40).catch((error: Error) => error)
  await expect.poll(() => asked).toHaveLength(1 + 8)
  expect((await lookup.about('good', ME))?.what).toBe('good')
  expect(asked).toHaveLength(1 + 8 + 1)
  registry.closeAllConnections()
  registry.close()
  expect(await guesses).toBeInstanceOf(Error)
})
