import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LongPoll } from './long-poll'

const held = 'wait'
let poll: LongPoll
beforeEach(() => {
  poll = new LongPoll({ waitMs: 20_000, pollMs: 1000 })
})

it('asks to be held', () => {
  expect(poll.headers).toEqual({ prefer: 'wait=20' })
})

describe('the next request', () => {
  it('follows at once after one that was held, and after news', () => {
    poll.responded(held, { tookMs: 20_000, isNews: false })
    expect(poll.pauseMs).toBe(0)
    poll.responded(held, { tookMs: 3, isNews: true })
    expect([poll.pauseMs, poll.silenceMs]).toEqual([0, 20_000])
  })

  it.each([
    ['a server that does not hold requests', () => poll.responded(undefined, { tookMs: 3, isNews: true })],
    ['a server without a place for one', () => poll.responded(held, { tookMs: 3, isNews: false })],
    [
      'a failure',
      () => {
        poll.responded(held, { tookMs: 20_000, isNews: false })
        poll.failed()
      },
    ],
  ])('comes after a pause, at another moment for each edge, after %s', (_, happen) => {
    happen()
    const pauses = [0, 0.5, 0.999].map((lot) => {
      vi.spyOn(Math, 'random').mockReturnValue(lot)
      return Math.round(poll.pauseMs)
    })
    vi.restoreAllMocks()
    expect(pauses).toEqual([750, 1000, 1250])
  })

  it('waits longer and longer while the server fails, and no longer once it responds', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const pauses = Array.from({ length: 6 }, () => {
      poll.failed()
      return Math.round(poll.pauseMs)
    })
    expect(pauses).toEqual([1000, 2000, 3000, 3000, 3000, 3000])
    poll.responded(undefined, { tookMs: 3, isNews: false })
    expect(Math.round(poll.pauseMs)).toBe(1000)
    vi.restoreAllMocks()
  })
})
