// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useSectionStyles } from './section-styles'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const file = (part: string) => `/releases/files/${part}/1.0.0/browser/page.css`
const styles = { shell: file('shell'), events: file('mfe-events'), quiz: file('mfe-quiz'), antd: undefined }
/** The stylesheets that are enabled. */
const effective = () =>
  [...document.querySelectorAll('style')].filter(({ sheet }) => sheet?.disabled !== true).map(({ id }) => id)

function add(id: keyof typeof styles): void {
  const element = Object.assign(document.createElement('style'), { id, textContent: 'h1{color:red}' })
  if (styles[id]) element.dataset.href = styles[id]
  document.head.append(element)
}

function Page() {
  useSectionStyles()
  return <Outlet />
}

afterEach(() => document.head.replaceChildren())

it('keeps the styles of a section while a page of it is shown, and disables preloaded ones', async () => {
  const page = (path: string, section?: string) => ({ path, element: null, ...(section && { handle: { section } }) })
  const children = [page('/sports', 'mfe-events'), page('/fairs', 'mfe-events'), page('/quiz', 'mfe-quiz'), page('*')]
  const router = createMemoryRouter([{ element: <Page />, children }], { initialEntries: ['/sports'] })
  for (const id of ['shell', 'events', 'antd'] as const) add(id)
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<RouterProvider router={router} />))
  expect(effective()).toEqual(['shell', 'events', 'antd'])

  add('quiz')
  document.querySelector('#quiz')?.dispatchEvent(new Event('load', { bubbles: true }))
  expect(effective()).toEqual(['shell', 'events', 'antd'])

  const goTo = (path: string) => act(() => router.navigate(path))
  await goTo('/fairs')
  expect(effective()).toEqual(['shell', 'events', 'antd'])
  await goTo('/quiz')
  expect(effective()).toEqual(['shell', 'antd', 'quiz'])
  await goTo('/nowhere')
  expect(effective()).toEqual(['shell', 'antd'])
  await goTo('/sports')
  expect(effective()).toEqual(['shell', 'events', 'antd'])
  await act(async () => root.unmount())
})
