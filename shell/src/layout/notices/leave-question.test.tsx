// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LeaveQuestion } from './leave-question'

let unmount: () => void
let router: ReturnType<typeof createMemoryRouter>
let form: HTMLFormElement
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<form></form><div id="root"></div>'
  form = document.querySelector('form') as HTMLFormElement
  router = createMemoryRouter([{ path: '*', element: <LeaveQuestion /> }], { initialEntries: ['/before', '/form'] })
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () => root.render(<RouterProvider router={router} />))
  unmount = () => act(() => root.unmount())
})
afterEach(() => unmount())

const question = () => document.querySelector('dialog')?.textContent ?? ''
const back = () => act(async () => void router.navigate(-1))
const press = (words: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click())
const path = () => router.state.location.pathname

it('appears on Back while something is unsent', async () => {
  form.dataset.unsaved = 'A draft stays.'
  await back()
  expect(question()).toMatch(/^Leave without sending\?What you entered has not been sent\. A draft stays\./)
  await press('Stay here')
  expect([path(), question()]).toEqual(['/form', ''])
  await back()
  await press('Leave')
  expect(path()).toBe('/before')
})

it('has another text during sending', async () => {
  Object.assign(form.dataset, { unsaved: 'It goes on.', sending: '' })
  await back()
  expect(question()).toMatch(/^Leave while it is being sent\?What you entered is being sent\. It goes on\./)
})

it('does not appear when nothing is unsent', async () => {
  await back()
  expect([path(), question()]).toEqual(['/before', ''])
})
