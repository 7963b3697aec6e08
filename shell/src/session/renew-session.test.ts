// @vitest-environment happy-dom

import { call } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { accessToken, refreshToken, useSession } from '@marram/sdk/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renewedToken } from './renew-session'

vi.mock('@marram/sdk/api-client', () => ({ call: vi.fn() }))

const api = vi.mocked(call)
const session = () => useSession.getState()
const tokens = (access: string, refresh: string) =>
  ({ data: { access_token: access, refresh_token: refresh }, code: 200 }) as never
/** A response that arrives when the test releases it. */
function later() {
  let respond: (given: never) => void = () => {}
  api.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)) as never)
  return (given: never) => respond(given)
}

type Options = { ifAvailable?: boolean; signal?: AbortSignal }
/** The browser's locks while another tab has ours, or none; `released` is the last action of the other tab. */
function locksHeld(held: 'by another tab' | 'by none', released = () => {}): void {
  const request = async (_: string, { ifAvailable, signal }: Options, work: (lock: object | null) => unknown) => {
    signal?.throwIfAborted()
    if (held === 'by another tab' && ifAvailable) return work(null)
    if (held === 'by another tab') released()
    return work({})
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

beforeEach(() => {
  localStorage.clear()
  api.mockReset()
  session().logIn({ access: 'a-1', refresh: 'r-1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('new tokens', () => {
  it('are requested with one call for all simultaneous callers', async () => {
    const respond = later()
    const asked = [renewedToken('a-1'), renewedToken('a-1'), renewedToken('a-1')]
    await vi.waitFor(() => expect(api).toHaveBeenCalled())
    respond(tokens('a-2', 'r-2'))
    expect(await Promise.all(asked)).toEqual(['a-2', 'a-2', 'a-2'])
    expect(api).toHaveBeenCalledTimes(1)
    expect(refreshToken()).toBe('r-2')
  })

  it('are not requested when another tab was faster', async () => {
    session().logIn({ access: 'a-2', refresh: 'r-2' })
    expect(await renewedToken('a-1')).toBe('a-2')
    expect(api).not.toHaveBeenCalled()
  })

  it('are requested by one tab at a time, if the browser supports locks', async () => {
    locksHeld('by another tab', () => session().logIn({ access: 'a-9', refresh: 'r-9' }))
    expect(await renewedToken('a-1')).toBe('a-9')
    expect(api).not.toHaveBeenCalled()
  })

  it('are not requested when the lock arrives before the other tab’s data', async () => {
    locksHeld('by another tab', () => {
      setTimeout(() => {
        session().logIn({ access: 'a-9', refresh: 'r-9' })
        dispatchEvent(new StorageEvent('storage'))
      }, 20)
    })
    expect(await renewedToken('a-1')).toBe('a-9')
    expect(api).not.toHaveBeenCalled()
  })

  it('are requested soon when the tab with the lock wrote nothing', async () => {
    locksHeld('by another tab')
    api.mockResolvedValueOnce(tokens('a-2', 'r-2'))
    expect(await renewedToken('a-1')).toBe('a-2')
  })

  it('are requested anyway when the tab with the lock sleeps', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')))
    locksHeld('by another tab')
    api.mockResolvedValueOnce(tokens('a-2', 'r-2'))
    expect(await renewedToken('a-1')).toBe('a-2')
    expect(api).toHaveBeenCalledTimes(1)
  })

  it('are not requested twice when the call itself fails under the lock', async () => {
    locksHeld('by none')
    api.mockRejectedValue(new ApiError('network', 0, 'The server could not be reached.'))
    await expect(renewedToken('a-1')).rejects.toMatchObject({ code: 0 })
    expect(api).toHaveBeenCalledTimes(1)
  })

  it('can be requested again after a failed call, with the session intact', async () => {
    const failure = new ApiError('network', 0, 'The server could not be reached.')
    api.mockRejectedValueOnce(failure).mockResolvedValueOnce(tokens('a-2', 'r-2'))
    await expect(renewedToken('a-1')).rejects.toBe(failure)
    expect(accessToken()).toBe('a-1')
    expect(await renewedToken('a-1')).toBe('a-2')
  })

  it('keep the refresh token when a host sends no other', async () => {
    api.mockResolvedValueOnce(tokens('a-2', ''))
    expect(await renewedToken('a-1')).toBe('a-2')
    expect(refreshToken()).toBe('r-1')
  })
})

describe('the session ends', () => {
  it.each([400, 401, 404, 405])('when the API responds with %s', async (code) => {
    api.mockRejectedValueOnce(new ApiError('answer', code, 'Please log in again.'))
    expect(await renewedToken('a-1')).toBeUndefined()
    expect([accessToken(), session().loggedIn]).toEqual([undefined, false])
  })

  it('without a call when there is no refresh token', async () => {
    localStorage.removeItem('refresh_token')
    expect(await renewedToken('a-1')).toBeUndefined()
    expect(api).not.toHaveBeenCalled()
    expect(session().loggedIn).toBe(false)
  })
})

describe('a late response', () => {
  it('does not log a visitor in again after a log-out', async () => {
    const respond = later()
    const asked = renewedToken('a-1')
    await vi.waitFor(() => expect(api).toHaveBeenCalled())
    session().logOut()
    respond(tokens('a-2', 'r-2'))
    expect(await asked).toBeUndefined()
    expect([accessToken(), session().loggedIn]).toEqual([undefined, false])
  })

  it('neither replaces nor ends a newer session', async () => {
    api.mockImplementationOnce(async () => {
      session().logIn({ access: 'b-1', refresh: 's-1' })
      throw new ApiError('answer', 401, 'Please log in again.')
    })
    expect(await renewedToken('a-1')).toBe('b-1')
    expect([accessToken(), refreshToken()]).toEqual(['b-1', 's-1'])
  })
})
