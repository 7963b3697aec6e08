// @vitest-environment happy-dom
import { ApiError } from '@marram/sdk/api-error'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { Newsletter } from './newsletter'

const api = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)

const field = () => document.querySelector('input') as HTMLInputElement
const note = () => document.getElementById('newsletter-note')?.textContent
const send = () => act(async () => document.querySelector('form')?.requestSubmit())
const type = (value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), value)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Newsletter />
      </MemoryRouter>,
    ),
  )
  return () => act(() => root.unmount())
})

it('an address that is refused is invalid, and described by the reason, until it is changed', async () => {
  const words = 'Enter an e-mail address such as name@example.org'
  api.call.mockRejectedValueOnce(new ApiError('answer', 400, words))
  await type('nobody')
  await send()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(field().getAttribute('aria-describedby')).toBe('newsletter-note')
  expect(note()).toContain(words)
  await type('nobody@example.org')
  expect([field().getAttribute('aria-invalid'), note()]).toEqual([null, expect.not.stringContaining(words)])
  api.call.mockResolvedValueOnce({ message: 'You are on the list.' })
  await send()
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['', null])
  expect(note()).toContain('You are on the list.')
})

it('an address is not invalid because the server could not be reached', async () => {
  api.call.mockRejectedValueOnce(new ApiError('network', 0, 'The server could not be reached.'))
  await type('nobody@example.org')
  await send()
  expect(field().getAttribute('aria-invalid')).toBeNull()
  expect(note()).toContain('The server could not be reached.')
})
