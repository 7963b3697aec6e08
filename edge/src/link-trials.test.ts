import { RenderProcessEnded, type RenderWorker } from '@marram/rendering/render-worker'
import { describe, expect, it } from 'vitest'
import { type LinkAsk, LinkTrials } from './link-trials'

type Answer = (n: number) => Promise<unknown>

/** Processes that answer as a test says; `n` counts all questions. */
function trialsWith(answer: Answer) {
  const workers: { alive: boolean; asked: number }[] = []
  let n = 0
  const trials = new LinkTrials(() => {
    const worker = {
      alive: true,
      asked: 0,
      kill() {
        worker.alive = false
      },
      async ask() {
        worker.asked += 1
        n += 1
        try {
          return await answer(n)
        } catch (error) {
          if (error instanceof RenderProcessEnded) worker.alive = false
          throw error
        }
      },
    }
    workers.push(worker)
    return worker as unknown as RenderWorker
  })
  return { trials, workers }
}
const ask = {} as LinkAsk
const ended = () => Promise.reject(new RenderProcessEnded('it ended with SIGKILL'))

describe('a trial', () => {
  it('shares one process with those before it', async () => {
    const { trials, workers } = trialsWith(async () => true)
    await trials.section(ask)
    await Promise.all([trials.section(ask), trials.section(ask)])
    expect(workers.map(({ asked }) => asked)).toEqual([3])
  })

  it('is made again in a fresh process when its process was ended by somebody else', async () => {
    const { trials, workers } = trialsWith((n) => (n === 1 ? ended() : Promise.resolve(true)))
    await expect(trials.section(ask)).resolves.toBeUndefined()
    expect(workers.map(({ asked }) => asked)).toEqual([1, 1])
  })

  it('blames the build when the second process ends too, and never the build after it', async () => {
    const { trials } = trialsWith((n) => (n <= 2 ? ended() : Promise.resolve(true)))
    await expect(trials.section(ask)).rejects.toThrow('it ended with SIGKILL')
    await expect(trials.section(ask)).resolves.toBeUndefined()
  })

  it('is not repeated when the build itself throws, and its process is not used again', async () => {
    const { trials, workers } = trialsWith((n) => (n === 1 ? Promise.reject(new Error('broken')) : Promise.resolve()))
    await expect(trials.section(ask)).rejects.toThrow('broken')
    await trials.section(ask)
    expect(workers.map(({ alive, asked }) => [alive, asked])).toEqual([
      [false, 1],
      [true, 1],
    ])
  })

  it('waits for the one before it, and for one that hangs only a moment', async () => {
    const { trials, workers } = trialsWith((n) => (n === 1 ? new Promise(() => {}) : Promise.resolve(true)))
    void trials.section(ask)
    await trials.section(ask)
    expect(workers.map(({ asked }) => asked)).toEqual([1, 1])
    trials.stop()
    expect(workers.every(({ alive }) => !alive)).toBe(true)
  })

  it('uses a process a limited number of times, since what was linked stays in it', async () => {
    const { trials, workers } = trialsWith(async () => true)
    for (let i = 0; i < 41; i++) await trials.section(ask)
    expect(workers.map(({ alive, asked }) => [alive, asked])).toEqual([
      [false, 40],
      [true, 1],
    ])
  })
})
