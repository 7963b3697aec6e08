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
/** A response that comes when it is let go. */
function later() {
  let respond: (given: never) => void = () => {}
  api.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)) as never)
  return (given: never) => respond(given)
}

type Options = { ifAvailable?: boolean; signal?: AbortSignal }
/** The browser's locks, as they are while another tab has ours, or none; `released` is what the other does last. */
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
  it('come with one call for all who ask at once', async () => {
    const respond = later()
    const asked = [renewedToken('a-1'), renewedToken('a-1'), renewedToken('a-1')]
    await vi.waitFor(() => expect(api).toHaveBeenCalled())
    respond(tokens('a-2', 'r-2'))
    expect(await Promise.all(asked)).toEqual(['a-2', 'a-2', 'a-2'])
    expect(api).toHaveBeenCalledTimes(1)
    expect(refreshToken()).toBe('r-2')
  })

  it('are not asked for where another tab was faster', async () => {
    session().logIn({ access: 'a-2', refresh: 'r-2' })
    expect(await renewedToken('a-1')).toBe('a-2')
    expect(api).not.toHaveBeenCalled()
  })

  it('are asked for by one tab at a time, where the browser can see to that', async () => {
    locksHeld('by another tab', () => session().logIn({ access: 'a-9', refresh: 'r-9' }))
    expect(await renewedToken('a-1')).toBe('a-9')
    expect(api).not.toHaveBeenCalled()
  })

  it('are not asked for where the lock arrives before what the other tab wrote', async () => {
    locksHeld('by another tab', () => {
      setTimeout(() => {
        session().logIn({ access: 'a-9', refresh: 'r-9' })
        dispatchEvent(new StorageEvent('storage'))
      }, 20)
    })
    expect(await renewedToken('a-1')).toBe('a-9')
    expect(api).not.toHaveBeenCalled()
  })

  it('are asked for soon where the tab that had the lock wrote nothing', async () => {
    locksHeld('by another tab')
    api.mockResolvedValueOnce(tokens('a-2', 'r-2'))
    expect(await renewedToken('a-1')).toBe('a-2')
  })

  it('are asked for all the same where the tab that has the lock sleeps', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')))
    locksHeld('by another tab')
    api.mockResolvedValueOnce(tokens('a-2', 'r-2'))
    expect(await renewedToken('a-1')).toBe('a-2')
    expect(api).toHaveBeenCalledTimes(1)
  })

  it('are not asked for twice where the call itself fails under the lock', async () => {
    locksHeld('by none')
    api.mockRejectedValue(new ApiError('network', 0, 'The server could not be reached.'))
    await expect(renewedToken('a-1')).rejects.toMatchObject({ code: 0 })
    expect(api).toHaveBeenCalledTimes(1)
  })

  it('can be asked for again after a call that failed, and the session is still there', async () => {
    const failure = new ApiError('network', 0, 'The server could not be reached.')
    api.mockRejectedValueOnce(failure).mockResolvedValueOnce(tokens('a-2', 'r-2'))
    await expect(renewedToken('a-1')).rejects.toBe(failure)
    expect(accessToken()).toBe('a-1')
    expect(await renewedToken('a-1')).toBe('a-2')
  })

  it('keep the refresh token of a host that gives no other', async () => {
    api.mockResolvedValueOnce(tokens('a-2', ''))
    expect(await renewedToken('a-1')).toBe('a-2')
    expect(refreshToken()).toBe('r-1')
  })
})

describe('the session ends', () => {
  it.each([400, 401, 404, 405])('where the API responds with %s', async (code) => {
    api.mockRejectedValueOnce(new ApiError('answer', code, 'Please log in again.'))
    expect(await renewedToken('a-1')).toBeUndefined()
    expect([accessToken(), session().loggedIn]).toEqual([undefined, false])
  })

  it('without a call where there is nothing to renew it with', async () => {
    localStorage.removeItem('refresh_token')
    expect(await renewedToken('a-1')).toBeUndefined()
    expect(api).not.toHaveBeenCalled()
    expect(session().loggedIn).toBe(false)
  })
})

describe('a response that comes too late', () => {
  it('does not log in who has logged out', async () => {
    const respond = later()
    const asked = renewedToken('a-1')
    await vi.waitFor(() => expect(api).toHaveBeenCalled())
    session().logOut()
    respond(tokens('a-2', 'r-2'))
    expect(await asked).toBeUndefined()
    expect([accessToken(), session().loggedIn]).toEqual([undefined, false])
  })

  it('neither replaces nor ends the session of who has logged in since', async () => {
    api.mockImplementationOnce(async () => {
      session().logIn({ access: 'b-1', refresh: 's-1' })
      throw new ApiError('answer', 401, 'Please log in again.')
    })
    expect(await renewedToken('a-1')).toBe('b-1')
    expect([accessToken(), refreshToken()]).toEqual(['b-1', 's-1'])
  })
})
