// @vitest-environment happy-dom
import { restoreSession, useSession } from '@marram/sdk/session'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Outlet, RouterProvider, redirect } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useGuardAgain } from './guard-again'

function Frame() {
  useGuardAgain()
  return <Outlet />
}

const guarded = vi.fn(() => (useSession.getState().loggedIn ? null : redirect('/login')))
let unmount: () => void
let router: ReturnType<typeof createMemoryRouter>

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  guarded.mockClear()
  useSession.getState().logIn({ access: 'a-1', refresh: 'r-1' })
  router = createMemoryRouter([
    {
      Component: Frame,
      HydrateFallback: () => null,
      children: [
        { path: '/', handle: { requiresLogin: true }, loader: guarded, element: <h1>Members</h1> },
        { path: '/login', element: <h1>Login</h1> },
        { path: '/open', element: <h1>Open</h1> },
      ],
    },
  ])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
  const stop = restoreSession()
  unmount = () => {
    act(() => root.unmount())
    stop()
  }
})
afterEach(() => unmount())

it('leaves a page that needs a login when it comes back after a log-out in another tab', async () => {
  expect(document.body.textContent).toBe('Members')
  await act(async () => void dispatchEvent(new Event('pageshow')))
  expect(guarded).toHaveBeenCalledTimes(1)
  localStorage.clear()
  await act(async () => void dispatchEvent(new Event('pageshow')))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

it('stays on a page that needs none', async () => {
  await act(() => router.navigate('/open'))
  localStorage.clear()
  await act(async () => void dispatchEvent(new Event('pageshow')))
  expect([router.state.location.pathname, useSession.getState().loggedIn]).toEqual(['/open', false])
})
