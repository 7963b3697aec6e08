// @vitest-environment happy-dom
import { ApiError } from '@marram/sdk/api-error'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { Component } from './register'

const api = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)

const input = (id: string) => document.getElementById(id) as HTMLInputElement
const error = (id: string) => document.getElementById(`${id}-error`)?.textContent?.replace('Error: ', '')
const problems = () => [...document.querySelectorAll('[role=alert] li')].map((item) => item.textContent)
const send = () => act(async () => document.querySelector('form')?.requestSubmit())
const type = (id: string, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(id), value)
    input(id).dispatchEvent(new Event('input', { bubbles: true }))
  })

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div></div>'
  const router = createMemoryRouter([{ path: '/', Component }])
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  await act(async () => root.render(<RouterProvider router={router} />))
  return () => act(() => root.unmount())
})

it('promises nothing that an account does only on our host', () => {
  expect(document.body.textContent).toContain('Everything else on this site works without one.')
  expect(document.body.textContent).not.toMatch(/became of|see what/)
})

it('an error disappears when it is corrected, at its field, in the summary and in the title', async () => {
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
  // Only the server knows which phone numbers have an account.
  const taken = 'This phone no already has an account.'
  api.call.mockRejectedValue(new ApiError('answer', 409, taken, { fields: { phone: taken } }))
  await send()
  expect(error('register-phone')).toBe(taken)
  await type('register-last_name', 'Okafor-Lee')
  expect(error('register-phone')).toBe(taken)
  await type('register-phone', '02079460113')
  expect([error('register-phone'), problems()]).toEqual([undefined, []])
})
