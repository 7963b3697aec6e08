// @vitest-environment happy-dom
import { paths } from '@marram/api-contract/paths'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Component } from './login'

let close = () => {}
async function open(address: string) {
  document.body.innerHTML = '<div></div>'
  const router = createMemoryRouter([{ path: '/login', Component }], { initialEntries: [address] })
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  close = () => act(() => root.unmount())
  await act(async () => root.render(<RouterProvider router={router} />))
}
const text = () => document.body.textContent
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => close())

it.each([
  [
    paths.login(),
    'You only need an account to send us work of your own. Everything else on this site works without one.',
  ],
  [paths.login(), 'Welcome back'],
  [paths.login({ why: 'registered' }), 'Your account is ready.'],
  [paths.login({ from: '/account' }), 'Only you can see what is in it.'],
  [
    paths.login({ from: '/submission/registration?event=a' }),
    'You need an account to send us work of your own. Log in to open the form.',
  ],
  [paths.login({ from: '/submission/registration?event=a' }), 'Log in to send your work'],
  [paths.login({ from: '/nights' }), 'That page needs an account. Log in to open it.'],
  [paths.login({ from: '/nights' }), 'Log in to go on'],
  [paths.login({ from: '/account', why: 'ended' }), 'Your session has ended, so you are not logged in any more.'],
  [paths.login({ from: '/account?tab=1', why: 'unchecked' }), 'Try the page again in a minute'],
  // Foreign links cannot put text on the page.
  [
    paths.login({ from: '/api/home/', why: 'ended' }),
    'You only need an account to send us work of your own. Everything else on this site works without one.',
  ],
])('explains why a visitor has to log in, and where they go next: %s', async (address, words) => {
  await open(address)
  expect(text()).toContain(words)
  const again = [...document.querySelectorAll('a')].filter((link) => link.textContent === 'Try the page again')
  expect(again.map((link) => link.getAttribute('href'))).toEqual(
    address.includes('unchecked') ? ['/account?tab=1'] : [],
  )
})
