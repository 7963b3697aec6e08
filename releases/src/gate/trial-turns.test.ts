import { expect, it } from 'vitest'
import { TrialTurns } from './trial-turns'

it('are taken one after the other, what somebody waits for first, also where they begin to wait later', async () => {
  const turns = new TrialTurns()
  const awaited = new Set<string>()
  const done: string[] = []
  let atOnce = 0
  let most = 0
  const gates = new Map<string, () => void>()
  const work = (name: string) =>
    turns.take(
      async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise<void>((resolve) => gates.set(name, resolve))
        atOnce -= 1
        done.push(name)
      },
      () => awaited.has(name),
    )
  const all = ['kept 1', 'kept 2', 'kept 3', 'new'].map(work)
  const finish = async (name: string) => {
    gates.get(name)?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  awaited.add('new')
  await finish('kept 1')
  awaited.add('kept 3')
  await finish('new')
  await finish('kept 3')
  await finish('kept 2')
  await Promise.all(all)
  expect(done).toEqual(['kept 1', 'new', 'kept 3', 'kept 2'])
  expect(most).toBe(1)
})

it('go on after one that failed', async () => {
  const turns = new TrialTurns()
  const isAwaited = () => false
  const failed = turns.take(() => Promise.reject(new Error('no process')), isAwaited)
  const next = turns.take(async () => 'tried', isAwaited)
  await expect(failed).rejects.toThrow('no process')
  expect(await next).toBe('tried')
  expect(await turns.take(async () => 'and again', isAwaited)).toBe('and again')
})
