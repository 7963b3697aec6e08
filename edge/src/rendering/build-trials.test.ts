import type { OpenMessage } from '@marram/rendering/render-messages'
import { RenderProcessEnded, type RenderWorker } from '@marram/rendering/render-worker'
import { describe, expect, it } from 'vitest'
import { BuildTrials } from './trials'

type Answer = (n: number) => Promise<unknown>

/** Processes that respond as a test defines; `n` counts all requests. */
function trialsWith(answer: Answer) {
  const workers: { alive: boolean; asked: number }[] = []
  const handedOn: number[] = []
  let n = 0
  const start = () => {
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
  }
  const trials = new BuildTrials(start, (worker) => handedOn.push(workers.indexOf(worker as never)))
  return { trials, workers, handedOn }
}
const ask = { section: {} } as OpenMessage
const ended = () => Promise.reject(new RenderProcessEnded('it ended with SIGKILL'))

describe('a trial', () => {
  it('has its own process, which is reused when it succeeded', async () => {
    const { trials, workers, handedOn } = trialsWith(async () => true)
    await trials.take(ask)
    await Promise.all([trials.take(ask), trials.take(ask)])
    expect(workers.map(({ asked }) => asked)).toEqual([2, 2, 2])
    expect(handedOn).toEqual([0, 1, 2])
  })

  it('is repeated in a new process when its process was killed from outside', async () => {
    const { trials, workers, handedOn } = trialsWith((n) => (n === 1 ? ended() : Promise.resolve(true)))
    await expect(trials.take(ask)).resolves.toBeUndefined()
    expect(workers.map(({ asked }) => asked)).toEqual([1, 2])
    expect(handedOn).toEqual([1])
  })

  it('blames the build when the second process ends too, and never the next build', async () => {
    const { trials } = trialsWith((n) => (n <= 2 ? ended() : Promise.resolve(true)))
    await expect(trials.take(ask)).rejects.toThrow('it ended with SIGKILL')
    await expect(trials.take(ask)).resolves.toBeUndefined()
  })

  it('is not repeated when the build itself throws, and its process is not reused', async () => {
    const { trials, workers, handedOn } = trialsWith((n) =>
      n === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(),
    )
    await expect(trials.take(ask)).rejects.toThrow('broken')
    await trials.take(ask)
    expect(workers.map(({ alive, asked }) => [alive, asked])).toEqual([
      [false, 1],
      [true, 2],
    ])
    expect(handedOn).toEqual([1])
  })

  it('waits for earlier trials, and only a moment for those that hang', async () => {
    const { trials, workers } = trialsWith((n) => (n <= 2 ? new Promise(() => {}) : Promise.resolve(true)))
    const hanging = [trials.take(ask), trials.take(ask)]
    await trials.take(ask)
    expect(workers.map(({ asked }) => asked)).toEqual([1, 1, 2])
    expect(hanging).toHaveLength(2)
  })
})
