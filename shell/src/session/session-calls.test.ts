// @vitest-environment happy-dom

import { call } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { configureReports } from '@marram/sdk/report'
import { useSession } from '@marram/sdk/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endLeftSessionsOnline, endSession } from './session-calls'

vi.mock('@marram/sdk/api-client', () => ({ call: vi.fn() }))

const api = vi.mocked(call)
const [one, other] = ['11111111-2222-4333-8444-555555555555', '66666666-7777-4888-9999-aaaaaaaaaaaa']
const secret = 's'.repeat(43)
const away = new ApiError('network', 0, 'The server could not be reached.')
const revoked = () =>
  api.mock.calls.map(([, given]) => (given?.body as undefined | { refresh_token: string })?.refresh_token)
const kept = () => Object.entries(localStorage).flat().join(' ')
const logOutOf = (session: string) => {
  useSession.getState().logIn({ access: 'a', refresh: `${session}.${secret}` })
  return endSession()
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const reports: string[] = []
let stop = () => {}

beforeEach(() => {
  localStorage.clear()
  reports.length = 0
  configureReports(({ message }) => reports.push(message))
  api.mockReset().mockResolvedValue({ data: {}, code: 200 } as never)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('a session that was left while the server was unreachable', () => {
  it('is ended there once the network is back, by its name alone, and then deleted', async () => {
    api.mockRejectedValue(away)
    for (const session of [one, other]) await expect(logOutOf(session)).rejects.toBe(away)
    expect(kept()).toContain(one)
    expect(kept()).not.toContain(secret)
    stop = endLeftSessionsOnline()
    await settled()
    expect(reports).toEqual([away.message])
    expect(kept()).toContain(one)
    api.mockReset().mockResolvedValue({ data: {}, code: 200 } as never)
    dispatchEvent(new Event('online'))
    await settled()
    expect(revoked().sort()).toEqual([one, other])
    expect(kept()).toBe('')
    dispatchEvent(new Event('online'))
    await settled()
    expect(api).toHaveBeenCalledTimes(2)
  })

  it('is ended at the next visit, even when the log-out was interrupted by closing the tab', async () => {
    api.mockReturnValueOnce(new Promise(() => {}))
    void logOutOf(one)
    await settled()
    stop = endLeftSessionsOnline()
    await settled()
    expect(revoked()).toEqual([`${one}.${secret}`, one])
    expect(kept()).toBe('')
  })

  it('is deleted when the host has no such call', async () => {
    api.mockRejectedValueOnce(away)
    await expect(logOutOf(one)).rejects.toBe(away)
    api.mockRejectedValueOnce(new ApiError('answer', 404, 'Not here'))
    stop = endLeftSessionsOnline()
    await settled()
    expect([kept(), reports]).toEqual(['', []])
  })

  it('keeps nothing of a foreign token', async () => {
    useSession.getState().logIn({ access: 'a', refresh: 'head.body.signature' })
    api.mockRejectedValueOnce(away)
    await expect(endSession()).rejects.toBe(away)
    expect(kept()).toBe('')
  })

  it('does no harm when the browser stores nothing', async () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError')
    }
    useSession.getState().logIn({ access: 'a', refresh: `${one}.${secret}` })
    const { localStorage: storage } = globalThis
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.getItem(key),
      removeItem: (key: string) => storage.removeItem(key),
      setItem: refuse,
    })
    await expect(endSession()).resolves.toBeUndefined()
    stop = endLeftSessionsOnline()
    await settled()
    expect([revoked(), reports]).toEqual([[`${one}.${secret}`], []])
  })
})
