// @vitest-environment happy-dom

import { paths } from '@marram/api-contract/paths'
import { refreshSession, revokeSession, verifySession } from '@marram/api-contract/session'
import type { Composition } from '@marram/release-contract/composition'
import { call } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { accessToken, useSession } from '@marram/sdk/session'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noteKeptUntilLogout } from './forget-drafts'
import { guard } from './guard'
import { endSession } from './session-calls'

vi.mock('@marram/sdk/api-client', () => ({ call: vi.fn() }))

const verify = vi.mocked(call)
const opened = () =>
  guard(new Request('http://marram.example/members?tab=1')).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
const response = (data: object) => ({ data, code: 200, message: undefined, beside: {} }) as never
const asked = () => verify.mock.calls.map(([{ path }]) => path)
const isLogin = (thrown: unknown, why?: 'ended' | 'unchecked') =>
  (thrown as Response).headers?.get('location') === paths.login({ from: '/members?tab=1', why })

beforeEach(() => {
  localStorage.clear()
  verify.mockReset().mockResolvedValue(response({}))
  useSession.getState().logIn({ access: 'a-1', refresh: 'r-1' })
})

describe('a page that needs a login', () => {
  it('opens with a session that the API confirms', async () => {
    expect(await opened()).toBeUndefined()
    expect(verify.mock.calls[0]?.[1]).toMatchObject({ body: { access_token: 'a-1' } })
  })

  it('redirects to the login without a session, without a call', async () => {
    useSession.getState().logOut()
    expect(isLogin(await opened())).toBe(true)
    expect(verify).not.toHaveBeenCalled()
  })

  it('opens with new tokens when the old one has expired', async () => {
    verify.mockRejectedValueOnce(new ApiError('answer', 401, 'The token has run out.'))
    verify.mockResolvedValueOnce(response({ access_token: 'a-2', refresh_token: 'r-2' }))
    expect(await opened()).toBeUndefined()
    expect(asked()).toEqual([verifySession.path, refreshSession.path])
    expect(verify.mock.calls[1]?.[1]).toMatchObject({ body: { refresh_token: 'r-1' } })
    expect([accessToken(), localStorage.getItem('refresh_token')]).toEqual(['a-2', 'r-2'])
  })

  it('redirects to the login when a host confirms new tokens but sends none', async () => {
    verify.mockRejectedValueOnce(new ApiError('answer', 401, 'The token has run out.'))
    verify.mockResolvedValueOnce(response({ access_token: '', refresh_token: '' }))
    expect(isLogin(await opened(), 'ended')).toBe(true)
    expect(accessToken()).toBeUndefined()
  })

  it('explains until the next login that the API has ended the session', async () => {
    verify.mockRejectedValue(new ApiError('answer', 401, 'Please log in again.'))
    expect(isLogin(await opened(), 'ended')).toBe(true)
    expect(isLogin(await opened(), 'ended')).toBe(true)
    useSession.getState().logIn({ access: 'a-2', refresh: 'r-2' })
    useSession.getState().logOut()
    expect(isLogin(await opened())).toBe(true)
  })

  it.each([400, 401, 403, 404])(
    'ends the session and redirects to the login when the API responds with %s',
    async (code) => {
      verify.mockRejectedValue(new ApiError('answer', code, 'Please log in again.'))
      expect(isLogin(await opened(), 'ended')).toBe(true)
      expect([accessToken(), useSession.getState().loggedIn]).toEqual([undefined, false])
    },
  )

  it.each([408, 429, 500, 502, 503])(
    'redirects to the login and keeps the session when every response is %s',
    async (code) => {
      verify.mockRejectedValue(new ApiError('answer', code, 'Not now.'))
      expect(isLogin(await opened(), 'unchecked')).toBe(true)
      expect(asked()).toEqual([verifySession.path, refreshSession.path])
      expect([accessToken(), useSession.getState().loggedIn]).toEqual(['a-1', true])
      verify.mockResolvedValue(response({}))
      expect(await opened()).toBeUndefined()
    },
  )

  it('fails, so that it can be tried again, when new tokens are needed and nothing responds', async () => {
    const failure = new ApiError('network', 0, 'The server could not be reached.')
    verify.mockRejectedValueOnce(new ApiError('answer', 401, 'The token has run out.')).mockRejectedValueOnce(failure)
    expect(await opened()).toBe(failure)
    expect([accessToken(), useSession.getState().loggedIn]).toEqual(['a-1', true])
  })

  it.each([
    ['no API can be reached', new ApiError('network', 0, 'The server could not be reached.')],
    ['another page was opened meanwhile', new DOMException('aborted', 'AbortError')],
  ])('keeps the session and fails, so that it can be tried again, when %s', async (_, failure) => {
    verify.mockRejectedValueOnce(failure)
    expect(await opened()).toBe(failure)
    expect([accessToken(), useSession.getState().loggedIn]).toEqual(['a-1', true])
    expect(await opened()).toBeUndefined()
  })
})

describe('logging out', () => {
  it('takes effect here at once, and ends the session on the server', async () => {
    verify.mockResolvedValue(response({}))
    const ended = endSession()
    expect(accessToken()).toBeUndefined()
    await ended
    expect(asked()).toEqual([revokeSession.path])
    expect(verify.mock.calls[0]?.[1]).toEqual({ body: { refresh_token: 'r-1' } })
    expect({ ...localStorage }).toEqual({})
  })

  it('removes forms and quizzes, unfinished or marked, and nothing else', async () => {
    localStorage.setItem('marram:draft:sports', '{}')
    localStorage.setItem('marram:quiz:sea', '{"name":"Ada","phone":"0123456789"}')
    sessionStorage.setItem('marram:quiz:dunes', '{"name":"Ada","submitted":true}')
    localStorage.setItem('marram:theme', 'dark')
    const kept = { storagePrefixes: ['marram:draft:', 'marram:quiz:'], databases: [] }
    noteKeptUntilLogout({ sections: { events: { keptUntilLogout: [kept] } } } as unknown as Composition)
    await endSession()
    expect([{ ...localStorage }, { ...sessionStorage }]).toEqual([{ 'marram:theme': 'dark' }, {}])
  })

  it('works with a host that has no such call, and fails when the host cannot be reached', async () => {
    verify.mockRejectedValueOnce(new ApiError('answer', 404, 'Not found.'))
    await expect(endSession()).resolves.toBeUndefined()
    useSession.getState().logIn({ access: 'a-1', refresh: 'r-1' })
    const failure = new ApiError('network', 0, 'The server could not be reached.')
    verify.mockRejectedValueOnce(failure)
    await expect(endSession()).rejects.toBe(failure)
    expect(accessToken()).toBeUndefined()
  })
})
