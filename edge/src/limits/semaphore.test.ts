import { expect, it } from 'vitest'
import { Turns } from './semaphore'

const stays = new AbortController().signal

it('gives as many turns as there are, and passes each on once', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, waitMs: 60_000 })
  const give = await turns.take(stays)
  const second = turns.take(stays)
  expect(await turns.take(stays)).toBeUndefined()
  give?.()
  give?.()
  const giveSecond = await second
  expect([typeof giveSecond, turns.idle]).toEqual(['function', false])
  giveSecond?.()
  expect(turns.idle).toBe(true)
})

it('does not keep a place for those who have gone or waited too long', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, waitMs: 20 })
  const give = await turns.take(stays)
  const leaves = new AbortController()
  const left = turns.take(leaves.signal)
  leaves.abort()
  expect(await left).toBeUndefined()
  expect(await turns.take(stays)).toBeUndefined()
  give?.()
  expect(turns.idle).toBe(true)
})
