// @vitest-environment happy-dom
import { paths } from '@marram/api-contract/paths'
import { ApiError } from '@marram/sdk/api-error'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Component as Register } from '../register/register'
import { Component } from './login'

const api = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)

let close = () => {}
async function open(address: string) {
  document.body.innerHTML = '<div></div>'
  const router = createMemoryRouter(
    [
      { path: '/login', Component },
      { path: '/register', Component: Register },
    ],
    { initialEntries: [address] },
  )
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  close = () => act(() => root.unmount())
  await act(async () => root.render(<RouterProvider router={router} />))
}
const text = () => document.body.textContent
const input = (id: string) => document.getElementById(id) as HTMLInputElement
const error = (id: string) => document.getElementById(`${id}-error`)?.textContent?.replace('Error: ', '')
const problems = () => [...document.querySelectorAll('[role=alert] li')].map((item) => item.textContent)
const send = () => act(async () => document.querySelector('form')?.requestSubmit())
const type = (id: string, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(id), value)
    input(id).dispatchEvent(new Event('input', { bubbles: true }))
  })

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  api.call.mockReset()
})
afterEach(() => close())

it.each([
  [paths.login(), 'Nothing that is open on this site needs a login yet.'],
  [paths.login({ from: '/account' }), 'That page is for people who are logged in.'],
  [paths.login({ from: '/account', why: 'ended' }), 'Your session has ended, so you are not logged in any more.'],
  [paths.login({ from: '/account?tab=1', why: 'unchecked' }), 'Try the page again in a minute'],
  // Links of others do not make it say things.
  [paths.login({ from: '/api/home/', why: 'ended' }), 'Nothing that is open on this site needs a login yet.'],
])('says why a visitor is here, and where they go on: %s', async (address, words) => {
  await open(address)
  expect(text()).toContain(words)
  const again = [...document.querySelectorAll('a')].filter((link) => link.textContent === 'Try the page again')
  expect(again.map((link) => link.getAttribute('href'))).toEqual(
    address.includes('unchecked') ? ['/account?tab=1'] : [],
  )
})

it('an error goes when it is corrected, at its field, in the summary and in the title', async () => {
  await open('/register')
  await send()
  expect(problems()).toHaveLength(6)
  expect(document.title).toMatch(/^Error: Create an account/)
  await type('register-phone', '0207946011222')
  expect(error('register-phone')).toBe('Phone no is required')
  await type('register-phone', '02079460112')
  expect([error('register-phone'), problems()]).toEqual([
    undefined,
    expect.not.arrayContaining(['Phone no is required']),
  ])
  expect(input('register-phone').getAttribute('aria-invalid')).toBeNull()
  await type('register-first_name', 'Rosalind')
  await type('register-last_name', 'Okafor')
  await type('register-email', 'rosalind@example.org')
  await type('register-password', 'sea lavender')
  await type('register-password2', 'sea lavende')
  expect(problems()).toEqual(['Confirm your password'])
  await type('register-password2', 'sea lavender')
  expect([problems(), document.title]).toEqual([[], expect.stringMatching(/^Create an account/)])
  // Only the server knows whose phone number has an account.
  const taken = 'This phone no already has an account.'
  api.call.mockRejectedValue(new ApiError('answer', 409, taken, { fields: { phone: taken } }))
  await send()
  expect(error('register-phone')).toBe(taken)
  await type('register-last_name', 'Okafor-Lee')
  expect(error('register-phone')).toBe(taken)
  await type('register-phone', '02079460113')
  expect([error('register-phone'), problems()]).toEqual([undefined, []])
})
