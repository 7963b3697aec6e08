// @vitest-environment happy-dom
import { ApiError } from '@marram/sdk/api-error'
import { useSession } from '@marram/sdk/session'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Component, loader } from './account'

const api = vi.hoisted(() => ({ get: vi.fn(), call: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)

const person = { first_name: 'Rosalind', last_name: 'Okafor', phone: '0123456789', email: 'rosalind@example.org' }
const WRONG = 'This is not your present password.'
let router: ReturnType<typeof createMemoryRouter>
let close = () => {}

const shows = (sessions: number) => api.get.mockResolvedValue({ ...person, sessions })

const Failed = () => <p>failed</p>

async function open() {
  document.body.innerHTML = '<div id="root"></div>'
  router = createMemoryRouter(
    [
      { path: '/account', loader, Component, ErrorBoundary: Failed },
      { path: '/', element: <p>home</p> },
    ],
    { initialEntries: ['/account'] },
  )
  const root = createRoot(document.getElementById('root') as HTMLElement)
  close = () => act(() => root.unmount())
  await act(async () => root.render(<RouterProvider router={router} />))
}
const text = () => document.body.textContent
const input = (id: string) => document.getElementById(id) as HTMLInputElement
async function type(values: Record<string, string>) {
  for (const [id, value] of Object.entries(values))
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(id), value)
      input(id).dispatchEvent(new Event('input', { bubbles: true }))
    })
}
const send = (id: string) => act(async () => (document.getElementById(id) as HTMLFormElement).requestSubmit())
const change = { 'password-current_password': 'sea lavender', 'password-password': 'marsh samphire' }

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  useSession.getState().logIn({ access: 'a', refresh: 'r' })
  api.call.mockReset()
  shows(1)
})
afterEach(() => close())

it('shows whose account it is', async () => {
  await open()
  for (const shown of ['Rosalind Okafor', person.phone, person.email, 'Here, and nowhere else.'])
    expect(text()).toContain(shown)
})

it.each([404, 405])(
  'says what cannot be done where the host has no such call (%i), and offers nothing',
  async (code) => {
    api.get.mockRejectedValue(new ApiError('answer', code, 'no'))
    await open()
    expect(text()).toContain('offers nothing more here')
    expect(document.querySelector('form')).toBeNull()
  },
)

it('is not taken for missing while the server fails', async () => {
  api.get.mockRejectedValue(new ApiError('answer', 503, 'later'))
  await open()
  expect(text()).toBe('failed')
})

it('changes the password, goes on with the new session, and is there again, empty', async () => {
  localStorage.setItem('marram:devices', 'old')
  await open()
  const data = { access_token: 'a-2', refresh_token: 'r-2', device: 'new' }
  api.call.mockResolvedValue({ data, message: 'Your password has been changed.' })
  await type({ ...change, 'password-password2': 'marsh samphire' })
  await send('password')
  expect(api.call.mock.calls[0]?.[1].body).toEqual({
    ...{ current_password: 'sea lavender', password: 'marsh samphire', password2: 'marsh samphire', device: 'old' },
  })
  expect({ ...localStorage }).toMatchObject({ access_token: 'a-2', refresh_token: 'r-2', 'marram:devices': 'new' })
  expect(text()).toContain('Your password has been changed.')
  expect(input('password-password').value).toBe('')
})

it('keeps what was typed, and says at the field what was wrong', async () => {
  await open()
  api.call.mockRejectedValue(new ApiError('answer', 400, WRONG, { fields: { current_password: WRONG } }))
  await type({ ...change, 'password-password2': 'marsh samphire' })
  await send('password')
  expect(document.getElementById('password-current_password-error')?.textContent).toContain(WRONG)
  expect(input('password-password').value).toBe('marsh samphire')
  await type({ 'password-password2': 'something else' })
  await send('password')
  expect(document.getElementById('password-password2-error')?.textContent).toContain("Password doesn't match")
  expect(api.call).toHaveBeenCalledTimes(1)
})

it('logs out everywhere else, and then says so', async () => {
  shows(3)
  await open()
  expect(text()).toContain('Here, and in 2 other places.')
  api.call.mockResolvedValue({ message: 'Everywhere else you are logged out.' })
  shows(1)
  await send('sessions')
  expect(text()).toContain('Here, and nowhere else.')
})

it('deletes the account for whoever types the password, and goes home before it logs out', async () => {
  await open()
  const where: string[] = []
  const { logOut } = useSession.getState()
  useSession.setState({
    logOut: () => {
      where.push(router.state.location.pathname)
      logOut()
    },
  })
  await send('deletion')
  expect(text()).toContain('Present password is required')
  expect(api.call).not.toHaveBeenCalled()
  api.call.mockRejectedValueOnce(new ApiError('network', 0, 'The server could not be reached.'))
  await type({ 'deletion-current_password': 'sea lavender' })
  await send('deletion')
  expect(text()).toContain('The server could not be reached.')
  expect(useSession.getState().loggedIn).toBe(true)
  api.call.mockResolvedValue({ message: 'Your account has been deleted.' })
  await send('deletion')
  expect([text(), where, useSession.getState().loggedIn]).toEqual(['home', ['/'], false])
  useSession.setState({ logOut })
})
