// @vitest-environment happy-dom
import { restoreSession, useSession } from '@marram/sdk/session'
import { createMemoryRouter, redirect } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardAgain } from './guard'

const guarded = vi.fn(() => (useSession.getState().loggedIn ? null : redirect('/login')))
let stops: (() => void)[]
let router: ReturnType<typeof createMemoryRouter>

beforeEach(async () => {
  localStorage.clear()
  guarded.mockClear()
  useSession.getState().logIn({ access: 'a-1', refresh: 'r-1' })
  router = createMemoryRouter([
    { path: '/', handle: { requiresLogin: true }, loader: guarded },
    { path: '/login', loader: () => null },
    { path: '/open', loader: () => null },
  ])
  await vi.waitFor(() => expect(router.state.initialized).toBe(true))
  stops = [restoreSession(), guardAgain(router)]
})
afterEach(() => {
  for (const stop of stops) stop()
  router.dispose()
})

it('leaves a page that needs a login when it is shown again after a log-out in another tab', async () => {
  dispatchEvent(new Event('pageshow'))
  expect(guarded).toHaveBeenCalledTimes(1)
  localStorage.clear()
  dispatchEvent(new Event('pageshow'))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

it('stays on a page without a login', async () => {
  await router.navigate('/open')
  localStorage.clear()
  dispatchEvent(new Event('pageshow'))
  expect([router.state.location.pathname, useSession.getState().loggedIn]).toEqual(['/open', false])
})
