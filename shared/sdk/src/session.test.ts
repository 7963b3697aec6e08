// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessToken, accessTokenAge, refreshToken, restoreSession, useSession } from './session'

const tokens = { access: 'a-1', refresh: 'r-1' }
const pill = () => document.documentElement.dataset.session
const refuseStorage = () =>
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ loggedIn: false })
  document.documentElement.removeAttribute('data-session')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('logging in and out', () => {
  it('stores the tokens, and the header shows it', () => {
    useSession.getState().logIn(tokens)
    expect({ ...localStorage }).toMatchObject({ access_token: 'a-1', refresh_token: 'r-1', loggedIn: 'true' })
    expect(refreshToken()).toBe('r-1')
    expect(accessTokenAge()).toBeGreaterThanOrEqual(0)
    expect(accessTokenAge()).toBeLessThan(10_000)
    expect([useSession.getState().loggedIn, accessToken(), pill()]).toEqual([true, 'a-1', 'in'])
  })

  it.each([null, '', 'x'])('leaves the age of a token unknown when it was stored at %j', (since) => {
    useSession.getState().logIn(tokens)
    if (since === null) localStorage.removeItem('marram:token-since')
    else localStorage.setItem('marram:token-since', since)
    expect(accessTokenAge()).toBeUndefined()
  })

  it('fails when a host gives no access token', () => {
    useSession.getState().logIn({ access: '', refresh: '' })
    expect([useSession.getState().loggedIn, accessToken(), pill()]).toEqual([false, undefined, 'out'])
  })

  it('deletes the tokens and nothing else', () => {
    localStorage.setItem('marram:theme', 'dark')
    useSession.getState().logIn(tokens)
    useSession.getState().logOut()
    expect(Object.keys({ ...localStorage })).toEqual(['marram:theme'])
    expect([useSession.getState().loggedIn, accessToken(), pill()]).toEqual([false, undefined, 'out'])
  })
})

describe('coming back', () => {
  it('finds the visitor logged in as before', () => {
    localStorage.setItem('access_token', 'a-1')
    const stop = restoreSession()
    expect([useSession.getState().loggedIn, pill()]).toEqual([true, 'in'])
    stop()
  })

  it('follows changes in another tab, until it is stopped', () => {
    const stop = restoreSession()
    const elsewhere = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }))
    localStorage.setItem('access_token', 'a-1')
    elsewhere('marram:theme')
    expect(useSession.getState().loggedIn).toBe(false)
    elsewhere('access_token')
    expect([useSession.getState().loggedIn, pill()]).toEqual([true, 'in'])
    localStorage.clear()
    elsewhere(null)
    expect([useSession.getState().loggedIn, pill()]).toEqual([false, 'out'])
    stop()
    localStorage.setItem('access_token', 'a-2')
    elsewhere('access_token')
    expect(useSession.getState().loggedIn).toBe(false)
  })
})

describe('a page that returns from the back/forward cache', () => {
  it('reads changes of other tabs meanwhile, until it is stopped', () => {
    useSession.getState().logIn(tokens)
    const stop = restoreSession()
    localStorage.clear()
    dispatchEvent(new Event('pageshow'))
    expect([useSession.getState().loggedIn, pill()]).toEqual([false, 'out'])
    localStorage.setItem('access_token', 'a-2')
    dispatchEvent(new Event('pageshow'))
    expect([useSession.getState().loggedIn, pill()]).toEqual([true, 'in'])
    stop()
    localStorage.clear()
    dispatchEvent(new Event('pageshow'))
    expect(useSession.getState().loggedIn).toBe(true)
  })
})

describe('when the browser refuses storage', () => {
  it('nobody is logged in, and nothing breaks', () => {
    refuseStorage()
    expect(accessToken()).toBeUndefined()
    expect(() => restoreSession()()).not.toThrow()
    expect(() => useSession.getState().logIn(tokens)).not.toThrow()
    expect([useSession.getState().loggedIn, pill()]).toEqual([false, 'out'])
    expect(() => useSession.getState().logOut()).not.toThrow()
  })

  it('a full disk does not break logging in either', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    vi.stubGlobal('localStorage', full)
    expect(() => useSession.getState().logIn(tokens)).not.toThrow()
    expect(useSession.getState().loggedIn).toBe(false)
  })

  it.each([1, 2])('nobody gets the session of somebody else when write %i is refused', (refused) => {
    const kept = new Map([
      ['access_token', 'of another'],
      ['refresh_token', 'of another'],
      ['loggedIn', 'true'],
    ])
    let writes = 0
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => kept.delete(key),
      setItem: (key: string, value: string) => {
        writes += 1
        if (writes === refused) throw new DOMException('full', 'QuotaExceededError')
        kept.set(key, value)
      },
    })
    useSession.getState().logIn(tokens)
    expect(useSession.getState().loggedIn).toBe(false)
    expect([...kept]).toEqual([])
  })
})
