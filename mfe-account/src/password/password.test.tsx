// @vitest-environment happy-dom
import { paths } from '@marram/api-contract/paths'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { Component, loader } from './password'

const api = vi.hoisted(() => ({ get: vi.fn(), call: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)

let close = () => {}
afterEach(() => close())

async function type(id: string, value: string) {
  const input = document.getElementById(id) as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

it('stores the device token of the owner’s browser, as a login does', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.setItem('marram:devices', 'old')
  document.body.innerHTML = '<div></div>'
  const router = createMemoryRouter(
    [
      { path: '/password', loader, Component },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [paths.password({ token: 'of-the-link' })] },
  )
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  close = () => act(() => root.unmount())
  await act(async () => root.render(<RouterProvider router={router} />))
  api.call.mockResolvedValue({ data: { device: 'new old' }, message: 'Your password has been changed.' })
  const chosen = { password: 'marsh samphire', password2: 'marsh samphire' }
  for (const [field, value] of Object.entries(chosen)) await type(`new-password-${field}`, value)
  await act(async () => (document.getElementById('new-password') as HTMLFormElement).requestSubmit())
  expect(api.call.mock.calls.map(([, { body }]) => body)).toEqual([{ ...chosen, token: 'of-the-link', device: 'old' }])
  expect(localStorage.getItem('marram:devices')).toBe('new old')
})
