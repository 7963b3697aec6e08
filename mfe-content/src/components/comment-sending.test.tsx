// @vitest-environment happy-dom
import { ApiError } from '@marram/sdk/api-error'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommentForm } from './comment-form'

const api = vi.hoisted(() => ({ call: vi.fn(), get: vi.fn() }))
vi.mock('@marram/sdk/api-client', () => api)
const told = vi.hoisted(() => vi.fn())
vi.mock('@marram/sdk/toast', () => ({ toast: told }))

let close = () => {}

async function open(isOpen: boolean) {
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.getElementById('root') as HTMLElement)
  close = () => act(() => root.unmount())
  await act(async () =>
    root.render(
      <MemoryRouter>
        <CommentForm kind="news" slug="ridge-run-2026" open={isOpen} />
      </MemoryRouter>,
    ),
  )
}
const input = (name: string) => document.getElementById(`comment-${name}`) as HTMLInputElement
async function type(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    await act(async () => {
      input(name).value = value
      input(name).dispatchEvent(new Event('input', { bubbles: true }))
    })
}
const send = () => act(async () => (document.getElementById('comment') as HTMLFormElement).requestSubmit())
const text = () => document.body.textContent
const summary = () => [...document.querySelectorAll('[role=alert] li')].map((problem) => problem.textContent)
const unsaved = () => (document.getElementById('comment') as HTMLFormElement).dataset
const typed = { text: 'Two tides a day.', name: 'Bo' }

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  told.mockReset()
  api.call.mockReset()
})
afterEach(() => close())

it('explains in the rendered page why nothing can be sent without scripts', () => {
  const html = renderToString(
    <MemoryRouter>
      <CommentForm kind="news" slug="ridge-run-2026" open />
    </MemoryRouter>,
  )
  expect(html).toMatch(/<form[^>]*><noscript>.*This form needs JavaScript.*<\/noscript>/s)
})

it('explains before and after that a host takes no comments, sends nothing, and keeps what was typed', async () => {
  await open(false)
  expect(text()).toContain('Comments are not open yet.')
  expect(text()).not.toContain('(optional)')
  await type(typed)
  await send()
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ title: 'Not open yet' }))
  expect(text()).toContain('Nothing was sent.')
  expect([api.call.mock.calls.length, input('text').value]).toEqual([0, typed.text])
})

it('sends a comment, explains what happens next, and keeps the name for the next one', async () => {
  api.call.mockResolvedValue({ message: 'Somebody reads it.', data: {} })
  await open(true)
  await type(typed)
  await act(async () => input('rating-4').click())
  await send()
  const [, { body, idempotencyKey }] = api.call.mock.calls[0] as [unknown, { body: object; idempotencyKey: string }]
  expect(body).toEqual({ kind: 'news', slug: 'ridge-run-2026', ...typed, email: '', website: '', rating: 4 })
  expect(idempotencyKey).toMatch(/\w/)
  expect(text()).toContain('Somebody reads it.')
  expect([input('text').value, input('name').value]).toEqual(['', 'Bo'])
})

it('shows a mistake at its field until it is changed, and sends the same comment under the same key', async () => {
  const words = 'Enter an address such as https://example.org, or none'
  await open(true)
  await type({ ...typed, website: 'bo' })
  const fields = { website: words, email: 'Enter an e-mail address' }
  api.call.mockRejectedValueOnce(new ApiError('answer', 400, words, { fields }))
  await send()
  expect(document.getElementById('comment-website-error')?.textContent).toContain(words)
  expect(input('text').value).toBe(typed.text)
  expect(summary()).toEqual([words, fields.email])
  await type({ website: '' })
  expect(document.getElementById('comment-website-error')).toBeNull()
  expect(summary()).toEqual([fields.email])
  await type({ email: '' })
  expect(summary()).toEqual([])
  api.call.mockRejectedValueOnce(new ApiError('network', 0, 'The server could not be reached.'))
  await send()
  api.call.mockResolvedValue({ message: 'Somebody reads it.', data: {} })
  await send()
  const keys = api.call.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)
  expect(keys[1]).toBe(keys[2])
  expect(keys[0]).not.toBe(keys[1])
})

it.each([true, false])(
  'asks before leaving the page with an unsent text, if the host takes comments: %s',
  async (taken) => {
    await open(taken)
    await type({ name: 'Bo' })
    expect(unsaved()).not.toHaveProperty('unsaved')
    await type(typed)
    expect(unsaved().unsaved).toContain('it will be gone')
    await type({ text: '' })
    expect(unsaved()).not.toHaveProperty('unsaved')
  },
)

it('keeps text that is typed during sending', async () => {
  let arrive = (_answer: object) => {}
  api.call.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve
    }),
  )
  await open(true)
  await type(typed)
  await send()
  expect([unsaved().unsaved, unsaved().sending]).toEqual([expect.stringContaining('It goes on'), ''])
  await type({ text: `${typed.text} And a third one.` })
  await act(async () => arrive({ message: 'Somebody reads it.' }))
  expect(input('text').value).toBe(`${typed.text} And a third one.`)
  expect(unsaved().unsaved).toContain('it will be gone')
  api.call.mockResolvedValue({ message: 'Somebody reads it.' })
  await send()
  expect([input('text').value, unsaved().unsaved]).toEqual(['', undefined])
})
