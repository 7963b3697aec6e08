import { createMetrics } from '@marram/server/metrics'
import { expect, it, vi } from 'vitest'
import { createResponseCache } from './response-cache'

it('creates a response once, also for simultaneous requests', async () => {
  const cache = createResponseCache(10_000)
  const make = vi.fn(async () => 'body')
  await Promise.all([cache.get('1', 'a', make), cache.get('1', 'a', make)])
  await cache.get('1', 'a', make)
  expect(make).toHaveBeenCalledTimes(1)
})

it('drops everything with a new revision, and caches nothing that was created for an old one', async () => {
  const cache = createResponseCache(10_000)
  let finish = (_: string) => {}
  const slow = cache.get('1', 'a', () => new Promise((resolve) => (finish = resolve)))
  const fresh = await cache.get('2', 'a', async () => 'new')
  finish('old')
  expect((await slow).body.toString()).toBe('old')
  expect(fresh.body.toString()).toBe('new')
  expect((await cache.get('2', 'a', async () => 'other')).body.toString()).toBe('new')
})

it('stays within its limit of bytes and keeps recently used responses', async () => {
  // An entry costs its key and 300 bytes beside its body: many empty ones must not fill the memory either.
  const cache = createResponseCache(2 * 312 + 100)
  const ten = async () => 'x'.repeat(10)
  await cache.get('1', 'a', ten)
  await cache.get('1', 'b', ten)
  await cache.get('1', 'a', ten)
  await cache.get('1', 'c', ten)
  expect(cache.bytes()).toBe(2 * 312)
  const again = vi.fn(ten)
  await cache.get('1', 'a', again)
  expect(again).not.toHaveBeenCalled()
})

it('counts hits, waits and misses', async () => {
  const metrics = createMetrics()
  const cache = createResponseCache(1000, metrics)
  const make = async () => 'x'.repeat(10)
  await Promise.all(['a', 'a', 'b'].map((key) => cache.get('1', key, make)))
  await cache.get('1', 'a', make)
  const text = await metrics.metrics()
  for (const line of ['total{outcome="hit"} 1', 'total{outcome="joined"} 1', 'total{outcome="miss"} 2', 'bytes 624'])
    expect(text).toContain(`marram_response_cache_${line}`)
})

it('reports that a new revision has emptied it, also before anything is cached', async () => {
  const metrics = createMetrics()
  const cache = createResponseCache(1000, metrics)
  const held = async () => (await metrics.metrics()).match(/^marram_response_cache_bytes (\d+)$/m)?.[1]
  await cache.get('1', 'a', async () => 'x'.repeat(10))
  expect(await held()).toBe('312')
  await cache.get('2', 'a', () => Promise.reject(new Error('no'))).catch(() => {})
  expect(await held()).toBe('0')
})

it('caches no failure', async () => {
  const cache = createResponseCache(100)
  await expect(cache.get('1', 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.get('1', 'a', async () => 'yes')).body.toString()).toBe('yes')
})

it('keeps the responses that the site requests, however many different queries come', async () => {
  const cache = createResponseCache(100_000)
  const list = async () => 'x'.repeat(5000)
  const lists = Array.from({ length: 10 }, (_, i) => `list ${i}`)
  for (const key of lists) await cache.get('1', key, list)
  for (let i = 0; i < 5000; i += 1) await cache.get('1', `question ${i}`, async () => 'x'.repeat(500), true)
  expect(lists.every((key) => cache.has('1', key))).toBe(true)
  expect(cache.has('1', 'question 4999')).toBe(true)
  expect(cache.has('1', 'question 0')).toBe(false)
  expect(cache.bytes()).toBeLessThanOrEqual(100_000)
  await cache.get('2', 'list 0', list)
  expect(cache.has('1', 'question 4999')).toBe(false)
  expect(cache.has('2', 'question 4999')).toBe(false)
})
