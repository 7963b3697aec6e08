import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HeldRequests, preferredWaitMs } from './held-requests'

let held: HeldRequests
const newResponse = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse
const hold = (subject: string, { seen = held.changesOf(subject), ms = 1000, response = newResponse() } = {}) => {
  const state = { isOver: false }
  void held.hold(subject, { seen, ms, response }).then(() => {
    state.isOver = true
  })
  return state
}
beforeEach(() => {
  vi.useFakeTimers()
  held = new HeldRequests()
})
afterEach(() => {
  vi.useRealTimers()
})
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('a held request', () => {
  it('ends with the next change of its subject, and with no other', async () => {
    const [production, staging] = [hold('production'), hold('staging')]
    held.changed('production')
    await settled()
    expect([production.isOver, staging.isOver]).toEqual([true, false])
  })

  it('ends after its time', async () => {
    const request = hold('production', { ms: 500 })
    await vi.advanceTimersByTimeAsync(499)
    expect(request.isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(request.isOver).toBe(true)
  })

  it('does not begin where something has changed since the state was read', async () => {
    const seen = held.changesOf('production')
    held.changed('production')
    const request = hold('production', { seen })
    await settled()
    expect(request.isOver).toBe(true)
    held.changed()
    expect(held.changesOf('production')).not.toBe(seen + 1)
  })

  it('ends when notifications may have been missed, and when the process ends', async () => {
    const first = hold('production')
    held.changed()
    await settled()
    const second = hold('production')
    held.end()
    await settled()
    const third = hold('production')
    await settled()
    expect([first, second, third].map(({ isOver }) => isOver)).toEqual([true, true, true])
  })

  it('ends when its client leaves, and leaves its place to another', async () => {
    const response = newResponse()
    const all = Array.from({ length: 2000 }, (_, i) => hold('production', i === 0 ? { response } : {}))
    const tooMany = hold('production')
    await settled()
    expect([all.some(({ isOver }) => isOver), tooMany.isOver]).toEqual([false, true])
    response.emit('close')
    const next = hold('production')
    await settled()
    expect([all[0]?.isOver, next.isOver]).toEqual([true, false])
  })
})

describe('the time that a request may be held', () => {
  it.each([
    ['wait=25', 25_000],
    ['respond-async, wait=5', 5000],
    ['wait=999', 30_000],
    ['wait=0', 0],
    ['wait=-1', 0],
    ['await=5', 0],
    [undefined, 0],
  ])('%s: %s ms', (prefer, ms) => {
    expect(preferredWaitMs({ headers: { prefer } })).toBe(ms)
  })

  it('is never longer than half a minute, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), (prefer) => {
        const ms = preferredWaitMs({ headers: { prefer } })
        expect(ms >= 0 && ms <= 30_000).toBe(true)
      }),
    )
  })
})
