// @vitest-environment happy-dom
import { listSent, type SentItem } from '@marram/api-contract/sent'
import { ApiError } from '@marram/sdk/api-error'
import { useSession } from '@marram/sdk/session'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Component, loader } from './account'
import { archiveOf } from './download'

const api = vi.hoisted(() => ({ get: vi.fn(), call: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)

const person = { first_name: 'Rosalind', last_name: 'Okafor', phone: '0123456789', email: 'rosalind@example.org' }
const WRONG = 'This is not your present password.'
let router: ReturnType<typeof createMemoryRouter>
let close = () => {}

const shows = (sessions: number, sent: SentItem[] = [], changed: Partial<typeof person> = {}) =>
  api.get.mockImplementation(async ({ path }: { path: string }) =>
    path === listSent.path ? sent : { ...person, ...changed, sessions },
  )
const item = (kind: SentItem['kind'], state: SentItem['state'], more: Partial<SentItem> = {}): SentItem => ({
  ...{ id: `${kind}-${state}`, kind, state, title: `A ${kind}`, reference: '7F3A91C2', at: '2026-11-21T10:00:00Z' },
  ...{ fields: [], ...more },
})

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
const headingInFocus = () => document.activeElement?.firstElementChild?.textContent
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

it('shows the owner of the account', async () => {
  await open()
  for (const shown of ['Rosalind Okafor', person.phone, person.email, 'Here, and nowhere else.'])
    expect(text()).toContain(shown)
})

it.each([404, 405])('explains which calls the host lacks (%i), and shows no form', async (code) => {
  api.get.mockRejectedValue(new ApiError('answer', code, 'no'))
  await open()
  expect(text()).toContain('offers nothing more here')
  expect(document.querySelector('form')).toBeNull()
})

it('shows an error and not a missing account while the server fails', async () => {
  api.get.mockRejectedValue(new ApiError('answer', 503, 'later'))
  await open()
  expect(text()).toBe('failed')
})

it('changes the password, continues with the new session, and shows the form again, empty', async () => {
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

it('keeps what was typed, and shows the mistake at the field', async () => {
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

it('logs out everywhere else, and confirms it', async () => {
  shows(3)
  await open()
  expect(text()).toContain('Here, and in 2 other places.')
  api.call.mockResolvedValue({ message: 'Everywhere else you are logged out.' })
  shows(1)
  document.querySelector<HTMLElement>('#sessions button')?.focus()
  await send('sessions')
  expect(text()).toContain('Here, and nowhere else.')
  expect(headingInFocus()).toBe('Where you are logged in')
})

it('deletes the account with the password, and goes home before it logs out', async () => {
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

it('lists submissions with state and reference, as text', async () => {
  shows(1, [
    item('work', 'waiting', { fields: [{ label: 'Text', value: '<p>The <b>water</b></p>' }] }),
    ...[item('work', 'taken'), item('work', 'rejected'), item('registration', 'received')],
    ...[item('comment', 'taken'), item('comment', 'rejected'), item('comment', 'waiting')],
  ])
  await open()
  const states = [...document.querySelectorAll('summary > span:last-child')].map((chip) => chip.textContent)
  expect(states).toEqual(['waiting', 'taken', 'not taken', 'received', 'shown', 'not shown', 'waiting'])
  expect(text()).toContain('Reference 7F3A91C2, sent on 21 November 2026')
  expect(text()).toContain('The water')
})

it('shows that nothing was sent yet, and what is never listed', async () => {
  await open()
  expect(text()).toContain('A blank page, so far.')
  expect(text()).toContain('a number alone does not prove that it was you')
})

it('deletes a comment', async () => {
  shows(1, [item('comment', 'taken')])
  await open()
  api.call.mockResolvedValue({ message: 'Your comment has been deleted.' })
  shows(1)
  document.querySelector<HTMLElement>('#comment-comment-taken button')?.focus()
  await send('comment-comment-taken')
  expect(api.call.mock.calls[0]?.[1].body).toEqual({ id: 'comment-taken' })
  expect(text()).toContain('A blank page, so far.')
  expect(headingInFocus()).toBe('What you sent')
})

it('changes name and e-mail address with the password, and does not offer to change the phone number', async () => {
  await open()
  expect(text()).toContain('your phone number, which stays the same')
  await type({ 'details-first_name': 'Rosa', 'details-email': 'rosa@' })
  await send('details')
  expect(text()).toContain('Enter an e-mail address such as name@example.org')
  await type({ 'details-email': 'rosa@example.org', 'details-current_password': 'sea lavender' })
  api.call.mockResolvedValue({ message: 'Your account has been changed.' })
  await send('details')
  expect(api.call.mock.calls.map(([, { body }]) => body)).toEqual([
    { first_name: 'Rosa', last_name: 'Okafor', email: 'rosa@example.org', current_password: 'sea lavender' },
  ])
})

it('confirms the changed details, shows them, and clears only the password', async () => {
  await open()
  await type({ 'details-first_name': 'Rosa', 'details-current_password': 'sea lavender' })
  api.call.mockResolvedValue({ message: 'Your account has been changed.' })
  shows(1, [], { first_name: 'Rosa' })
  await send('details')
  expect(text()).toContain('Rosa Okafor')
  expect(text()).toContain('Your account has been changed.')
  expect(['first_name', 'last_name', 'current_password'].map((name) => input(`details-${name}`).value)).toEqual([
    ...['Rosa', 'Okafor', ''],
  ])
})

it('keeps typed details when another form reloads the account', async () => {
  shows(3)
  await open()
  await type({ 'details-first_name': 'Rosa' })
  api.call.mockResolvedValue({ message: 'Everywhere else you are logged out.' })
  shows(1)
  await send('sessions')
  expect(text()).toContain('Here, and nowhere else.')
  expect(input('details-first_name').value).toBe('Rosa')
})

it('exports everything as one archive, images included', async () => {
  api.get.mockResolvedValue({ image: `data:image/webp;base64,${btoa('picture')}` })
  const fields = [{ label: 'First image', value: 'a.webp', is_image: true }]
  const archive = await archiveOf({ account: { ...person, sessions: 1 }, sent: [item('work', 'taken', { fields })] })
  const bytes = new TextDecoder('latin1').decode(await archive.arrayBuffer())
  for (const part of ['PK', 'marram/account.json', '"phone": "0123456789"', 'marram/images/a.webp', 'picture'])
    expect(bytes).toContain(part)
})

it.each([false, true])('deletes submissions on request: %s', async (wanted) => {
  await open()
  if (wanted) await act(async () => input('deletion-with-sent').click())
  await type({ 'deletion-current_password': 'sea lavender' })
  api.call.mockResolvedValue({ message: 'Your account has been deleted.' })
  await send('deletion')
  expect(api.call.mock.calls[0]?.[1].body).toEqual({ current_password: 'sea lavender', with_sent: wanted })
})
