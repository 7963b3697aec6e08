// @vitest-environment happy-dom
import { confirmSubscription, leaveNewsletter, subscribe } from '@marram/api-contract/newsletter'
import { paths } from '@marram/api-contract/paths'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Component } from './newsletter'

const api = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)

let close = () => {}
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  api.call.mockReset()
})
afterEach(() => close())

async function open(address: string) {
  document.body.innerHTML = '<div></div>'
  const router = createMemoryRouter([{ path: '/newsletter', Component }], { initialEntries: [address] })
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  close = () => act(() => root.unmount())
  await act(async () => root.render(<RouterProvider router={router} />))
}

it('explains how to leave the list without a link, even where no e-mail was ever sent', async () => {
  await open(paths.newsletter())
  expect(document.body.textContent).toContain('or ask us to delete your address')
  expect(document.querySelector('a[href="/privacy"]')).not.toBeNull()
})

it('takes an address on the page itself, and refuses what is none before anything is sent', async () => {
  api.call.mockResolvedValue({ message: 'We have sent you an e-mail.' })
  await open(paths.newsletter())
  const send = async (typed: string) => {
    const field = document.querySelector('#joining-email') as HTMLInputElement
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => document.querySelector<HTMLButtonElement>('#joining [type=submit]')?.click())
  }
  await send('maya')
  expect(api.call).not.toHaveBeenCalled()
  expect(document.querySelector('#joining-email')?.getAttribute('aria-invalid')).toBe('true')
  await send('maya@example.org')
  expect(api.call.mock.calls).toEqual([[subscribe, { body: { email: 'maya@example.org' } }]])
  expect(document.body.textContent).toContain('We have sent you an e-mail.')
})

it.each([
  [paths.newsletter({ confirm: 'a-token' }), confirmSubscription, 'Thank you. You are on the list.'],
  [paths.newsletter({ leave: 'a-token' }), leaveNewsletter, 'You have left the list.'],
])('asks for confirmation first, and not again afterwards: %s', async (address, endpoint, message) => {
  api.call.mockResolvedValue({ message })
  await open(address)
  expect(api.call).not.toHaveBeenCalled()
  expect(document.body.textContent).toContain('Shall we')

  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(api.call).toHaveBeenCalledExactlyOnceWith(endpoint, { body: { token: 'a-token' } })
  expect(document.body.textContent).toContain(message)
  expect(document.body.textContent).not.toContain('Shall we')
  expect(document.querySelector('button')).toBeNull()
})
