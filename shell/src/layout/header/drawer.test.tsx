// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mainItems, moreItems } from '../site'
import { Drawer } from './drawer'

const [first] = mainItems as [{ title: string; to: string }]
let unmount: () => void
let router: ReturnType<typeof createMemoryRouter>
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // The one selector that this DOM does not know.
  const matches = Element.prototype.matches
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector !== ':popover-open' && matches.call(this, selector)
  })
  document.body.innerHTML = '<div id="root"></div>'
  router = createMemoryRouter([{ path: '*', element: <Drawer more={moreItems} /> }], { initialEntries: ['/'] })
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () => root.render(<RouterProvider router={router} />))
  unmount = () => act(() => root.unmount())
})
afterEach(() => {
  unmount()
  vi.restoreAllMocks()
})

const drawer = () => document.querySelector('dialog') as HTMLDialogElement
const press = (found: HTMLElement | null | undefined) => act(async () => found?.click())

it('is closed also by a page that is there at once: what is behind an open dialog takes no focus', async () => {
  await press(document.querySelector<HTMLElement>('[aria-label="Open menu"]'))
  expect(drawer().open).toBe(true)
  await press([...drawer().querySelectorAll('a')].find(({ textContent }) => textContent?.trim() === first.title))
  expect(router.state.location.pathname).toBe(first.to)
  expect(drawer().open).toBe(false)
})

it('stays open while nothing is asked for', async () => {
  await press(document.querySelector<HTMLElement>('[aria-label="Open menu"]'))
  await act(async () => {})
  expect(drawer().open).toBe(true)
})
