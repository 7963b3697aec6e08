import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keptText } from './cached-text'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('a text that many ask for', () => {
  it('is made once for all who ask at the same time, and anew a second later', async () => {
    let made = 0
    const text = keptText(
      async () => String(++made),
      () => {},
    )
    expect(await Promise.all([text(), text(), text()])).toEqual(['1', '1', '1'])
    expect(await text()).toBe('1')
    vi.advanceTimersByTime(1001)
    expect(await text()).toBe('2')
  })

  it('stays the last good one where it cannot be made, and somebody is told', async () => {
    const make = vi.fn(async () => 'good')
    const told: string[] = []
    const text = keptText(make, ({ message }) => told.push(message))
    make.mockRejectedValueOnce(new Error('down'))
    await expect(text()).rejects.toThrow('down')
    expect(await text()).toBe('good')
    vi.advanceTimersByTime(1001)
    make.mockRejectedValueOnce(new Error('down again'))
    expect([await text(), told]).toEqual(['good', ['down again']])
  })
})
