import { expect, it } from 'vitest'
import { Semaphore } from './semaphore'

it('admits as many as there are places, and passes each place on once', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 1, waitMs: 60_000 })
  const release = await semaphore.acquire()
  const second = semaphore.acquire()
  expect(await semaphore.acquire()).toBeUndefined()
  release?.()
  release?.()
  const releaseSecond = await second
  expect([typeof releaseSecond, semaphore.idle]).toEqual(['function', false])
  releaseSecond?.()
  expect(semaphore.idle).toBe(true)
})

it('does not keep a place for those who have left or waited too long', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 1, waitMs: 20 })
  const release = await semaphore.acquire()
  const leaves = new AbortController()
  const left = semaphore.acquire({ gone: leaves.signal })
  leaves.abort()
  expect(await left).toBeUndefined()
  expect(await semaphore.acquire()).toBeUndefined()
  release?.()
  expect(semaphore.idle).toBe(true)
})

it('admits urgent work first, also when it becomes urgent while waiting', async () => {
  const semaphore = new Semaphore({ atOnce: 1 })
  const urgent = new Set<string>()
  const done: string[] = []
  let atOnce = 0
  let most = 0
  const gates = new Map<string, () => void>()
  const all = ['old 1', 'old 2', 'old 3', 'new'].map((name) =>
    semaphore.run(
      async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise<void>((resolve) => gates.set(name, resolve))
        atOnce -= 1
        done.push(name)
      },
      undefined,
      { isUrgent: () => urgent.has(name) },
    ),
  )
  const finish = async (name: string) => {
    gates.get(name)?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await finish('')
  urgent.add('new')
  await finish('old 1')
  urgent.add('old 3')
  await finish('new')
  await finish('old 3')
  await finish('old 2')
  await Promise.all(all)
  expect(done).toEqual(['old 1', 'new', 'old 3', 'old 2'])
  expect(most).toBe(1)
})

it('goes on after work that failed', async () => {
  const semaphore = new Semaphore({ atOnce: 1 })
  const failed = semaphore.run(() => Promise.reject(new Error('no process')))
  const next = semaphore.run(async () => 'tried')
  await expect(failed).rejects.toThrow('no process')
  expect(await next).toBe('tried')
  expect(await semaphore.run(async () => 'and again')).toBe('and again')
})
