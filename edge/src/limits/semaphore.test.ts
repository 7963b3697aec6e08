import { expect, it } from 'vitest'
import { Semaphore } from './semaphore'

const stays = new AbortController().signal

it('lets through as many as there are places, and passes each place on once', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 1, waitMs: 60_000 })
  const release = await semaphore.acquire(stays)
  const second = semaphore.acquire(stays)
  expect(await semaphore.acquire(stays)).toBeUndefined()
  release?.()
  release?.()
  const releaseSecond = await second
  expect([typeof releaseSecond, semaphore.idle]).toEqual(['function', false])
  releaseSecond?.()
  expect(semaphore.idle).toBe(true)
})

it('does not keep a place for those who have gone or waited too long', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 1, waitMs: 20 })
  const release = await semaphore.acquire(stays)
  const leaves = new AbortController()
  const left = semaphore.acquire(leaves.signal)
  leaves.abort()
  expect(await left).toBeUndefined()
  expect(await semaphore.acquire(stays)).toBeUndefined()
  release?.()
  expect(semaphore.idle).toBe(true)
})
