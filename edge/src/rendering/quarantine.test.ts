import type { Ask, OpenMessage } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Quarantine, type RenderAsk } from './trials'

const page = (pattern: string, composition = 'one'): RenderAsk => ({ kind: 'render', composition, url: '', pattern })
const timeout = () => Promise.reject(new RenderTimeout('late'))

let now: number
let ill: string[]
let workers: { alive: boolean; responds: boolean }[]
let answer: (ask: Ask) => Promise<unknown>
let quarantine: Quarantine

afterAll(() => void vi.restoreAllMocks())
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  ill = []
  workers = []
  answer = async () => 'page'
  quarantine = new Quarantine({
    newWorker() {
      const worker = { alive: true, responds: true }
      workers.push(worker)
      return {
        get alive() {
          return worker.alive
        },
        kill: () => Object.assign(worker, { alive: false }),
        ask: (ask: Ask) => (ask.kind === 'open' ? Promise.resolve() : answer(ask)),
        responds: async () => worker.responds,
      } as unknown as RenderWorker
    },
    openMessage: () => ({}) as OpenMessage,
    onHeldBack: ({ pattern, why }) => ill.push(`${pattern}: ${why}`),
  })
})
const living = () => workers.filter(({ alive }) => alive).length
const render = (pattern: string) => quarantine.render(page(pattern), 800)

describe('pages that crashed their process', () => {
  it('are tried in one process, which ends when none is suspected any more', async () => {
    quarantine.suspect([page('/a'), page('/b'), { kind: 'ping' }])
    expect([page('/a'), page('/b'), page('/c')].map((each) => quarantine.holds(each))).toEqual([true, true, false])
    expect(await render('/a')).toBe('page')
    expect([quarantine.holds(page('/a')), living()]).toEqual([false, 1])
    expect(await render('/b')).toBe('page')
    expect([quarantine.holds(page('/b')), living(), workers.length]).toEqual([false, 0, 1])
  })

  it('are tried one at a time: other requests meanwhile get an app shell', async () => {
    quarantine.suspect([page('/a'), page('/b')])
    const first = render('/a')
    await expect(render('/b')).rejects.toBeInstanceOf(RenderTimeout)
    expect(await first).toBe('page')
    expect(quarantine.holds(page('/b'))).toBe(true)
  })

  it('are no longer suspected when they only fail, or only wait', async () => {
    quarantine.suspect([page('/a'), page('/b')])
    answer = () => Promise.reject(new Error('broken'))
    await expect(render('/a')).rejects.toThrow('broken')
    answer = timeout
    await expect(render('/b')).rejects.toThrow('late')
    expect([quarantine.holds(page('/a')), quarantine.holds(page('/b')), ill]).toEqual([false, false, []])
  })

  it.each([
    ['ends', () => Promise.reject(new RenderProcessEnded('it ended with 3')), 'it ended with 3'],
    ['answers no more', () => timeout().finally(() => Object.assign(workers[0] ?? {}, { responds: false })), 'late'],
  ])('are quarantined for half a minute when the process %s again, and then tried again', async (_, fail, why) => {
    quarantine.suspect([page('/a')])
    answer = fail
    await expect(render('/a')).rejects.toThrow(why)
    expect([ill, living()]).toEqual([[`/a: ${why}`], 0])
    answer = async () => 'page'
    now = 29_999
    await expect(render('/a')).rejects.toThrow('waits for its trial')
    now = 30_000
    expect(await render('/a')).toBe('page')
    expect(quarantine.holds(page('/a'))).toBe(false)
  })

  it('are dropped with their composition', () => {
    quarantine.suspect([page('/a'), page('/a', 'two')])
    quarantine.forget('one')
    expect([quarantine.holds(page('/a')), quarantine.holds(page('/a', 'two'))]).toEqual([false, true])
  })
})
