// @vitest-environment happy-dom
import { ApiError } from '@marram/client/api-error'
import { call } from '@marram/client/client'
import { accessToken, useSession } from '@marram/host/session'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { guard } from './guard'

vi.mock('@marram/client/client', () => ({ call: vi.fn() }))

const verify = vi.mocked(call)
const opened = () =>
  guard(new Request('http://marram.example/members?tab=1')).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
const isLogin = (thrown: unknown) =>
  (thrown as Response).headers?.get('location') === '/login?from=%2Fmembers%3Ftab%3D1'

beforeEach(() => {
  localStorage.clear()
  verify.mockReset()
  useSession.getState().logIn({ access: 'a-1', refresh: 'r-1' })
})

describe('a page that needs a login', () => {
  it('opens for a session that the API calls valid', async () => {
    expect(await opened()).toBeUndefined()
    expect(verify.mock.calls[0]?.[1]).toMatchObject({ body: { access_token: 'a-1' } })
  })

  it('leads to the login where there is no session, without asking', async () => {
    useSession.getState().logOut()
    expect(isLogin(await opened())).toBe(true)
    expect(verify).not.toHaveBeenCalled()
  })

  it.each([400, 401, 403, 404])('ends the session and leads to the login when the API answers %s', async (code) => {
    verify.mockRejectedValue(new ApiError('answer', code, 'Please log in again.'))
    expect(isLogin(await opened())).toBe(true)
    expect([accessToken(), useSession.getState().loggedIn]).toEqual([undefined, false])
  })

  it.each([
    ['no API can be reached', new ApiError('network', 0, 'The server could not be reached.')],
    ['the API is away', new ApiError('answer', 503, 'The server cannot be reached at the moment.')],
    ['the API has a fault', new ApiError('answer', 500, 'The server answered with 500.')],
    ['the API is asked too often', new ApiError('answer', 429, 'Wait a minute.')],
    ['the API took too long', new ApiError('answer', 408, 'The server answered with 408.')],
    ['another page was opened meanwhile', new DOMException('aborted', 'AbortError')],
  ])('keeps the session and fails, so that it can be tried again, when %s', async (_, failure) => {
    verify.mockRejectedValueOnce(failure)
    expect(await opened()).toBe(failure)
    expect([accessToken(), useSession.getState().loggedIn]).toEqual(['a-1', true])
    expect(await opened()).toBeUndefined()
  })
})
