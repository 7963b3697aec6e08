// @vitest-environment happy-dom
import { REPEAT_WITHIN_MS } from '@marram/api-contract/session'
import { useSession } from '@marram/sdk/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepSession, tokenLife } from './keep-session'
import { renewedToken } from './renew-session'

vi.mock('./renew-session', () => ({ renewedToken: vi.fn() }))

const MINUTE = 60_000
const renew = vi.mocked(renewedToken)
let number = 0
/** Signed as by the API, with another clock. */
const token = (seconds = 900) => {
  number += 1
  const claims = { iat: 5000, exp: 5000 + seconds, number }
  return `h.${btoa(JSON.stringify(claims))}.s`
}
const logIn = (access = token()) => useSession.getState().logIn({ access, refresh: 'r' })
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE)
const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  useSession.setState({ loggedIn: false })
  renew.mockReset().mockImplementation(async () => {
    logIn()
    return 'new'
  })
  stop = keepSession()
})
afterEach(() => {
  stop()
  hide(false)
  vi.useRealTimers()
})

describe('the access token of a visitor', () => {
  it('is renewed before it expires, again and again, until the visitor is logged out', async () => {
    logIn()
    await pass(13)
    expect(renew).not.toHaveBeenCalled()
    await pass(1)
    expect(renew).toHaveBeenCalledTimes(1)
    await pass(14)
    expect(renew).toHaveBeenCalledTimes(2)
    useSession.getState().logOut()
    await pass(60)
    expect(renew).toHaveBeenCalledTimes(2)
  })

  it('is renewed at once when the visitor returns later', async () => {
    logIn()
    stop()
    await pass(600)
    expect(renew).not.toHaveBeenCalled()
    stop = keepSession()
    await pass(0)
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('is not renewed by a hidden tab, until it is shown', async () => {
    logIn()
    hide(true)
    await pass(60)
    expect(renew).not.toHaveBeenCalled()
    hide(false)
    await pass(0)
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('has an age by elapsed time, whatever the clock shows, and is renewed when the clock is put back', async () => {
    vi.setSystemTime(Date.now() - 400 * 86_400_000)
    logIn()
    await pass(13)
    expect(renew).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() - 86_400_000)
    hide(false)
    await pass(0)
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('is retried a few seconds after a failure, later less often, and starts over after a success', async () => {
    const tries: number[] = []
    const away = async () => {
      tries.push(performance.now())
      throw new Error('away')
    }
    const pauses = () => tries.splice(0).flatMap((at, i, all) => (i > 0 ? [at - (all[i - 1] as number)] : []))
    renew.mockImplementation(away)
    logIn()
    await pass(18)
    expect(pauses()).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    renew.mockImplementationOnce(async () => {
      logIn()
      return 'new'
    })
    await pass(2)
    expect(tries).toEqual([])
    await pass(14)
    expect(pauses().slice(0, 2)).toEqual([5000, 10_000])
  })

  it('is requested three times more while the API repeats a lost response, however long each attempt takes', async () => {
    const LONGEST_CALL = 20_000
    renew.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, LONGEST_CALL))
      throw new Error('lost')
    })
    logIn()
    await pass(13.5)
    expect(renew).toHaveBeenCalledTimes(1)
    // Half of the time is for a tab that slept, or a network that was down.
    await pass(REPEAT_WITHIN_MS / MINUTE / 2)
    expect(renew.mock.calls.length).toBeGreaterThanOrEqual(4)
  })

  it('does not flood the API when tokens last one second', async () => {
    renew.mockImplementation(async () => {
      logIn(token(1))
      return 'new'
    })
    logIn(token(1))
    await pass(5)
    expect(renew.mock.calls.length).toBeLessThanOrEqual(6)
  })

  it.each(['opaque', 'not.a.token'])('is not renewed when it does not contain its expiry: %s', async (other) => {
    logIn(other)
    await pass(600)
    expect(renew).not.toHaveBeenCalled()
  })

  it('is not renewed when its arrival time is unknown', async () => {
    logIn()
    localStorage.removeItem('marram:token-since')
    hide(false)
    await pass(600)
    expect(renew).not.toHaveBeenCalled()
  })
})

const tokenOf = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

it('the lifetime of a token is read from its claims, whatever characters they contain', () => {
  expect(tokenLife(tokenOf({ iat: 1000, exp: 1900 }))).toBe(900_000)
  expect(tokenLife(tokenOf({ iat: 1000, exp: 1900, name: '???>>>~~~' }))).toBe(900_000)
})

it.each(['', 'opaque', 'a.b.c', 'a.!!.c', tokenOf(null), tokenOf([]), tokenOf('x'), tokenOf({}), tokenOf({ exp: 9 })])(
  'the lifetime of a token is unknown for %j',
  (other) => expect(tokenLife(other)).toBeUndefined(),
)

it.each([
  { iat: 1000, exp: 1000 },
  { iat: 2000, exp: 1000 },
  { iat: 'x', exp: 5 },
  { iat: 0, exp: null },
])('the lifetime of a token is unknown with the claims %j', (claims) =>
  expect(tokenLife(tokenOf(claims))).toBeUndefined(),
)
