// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mainItems, moreItems, type NavItem } from '../site'
import { Drawer } from './drawer'

const [home, other] = mainItems as [NavItem, NavItem]
let unmount: () => void
let router: ReturnType<typeof createMemoryRouter>
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // The only selector that this DOM does not support.
  const matches = Element.prototype.matches
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector !== ':popover-open' && matches.call(this, selector)
  })
  // What comes after a paint comes in the next task.
  vi.stubGlobal('requestAnimationFrame', (painted: () => void) => painted())
  document.body.innerHTML = '<div id="root"></div>'
  router = createMemoryRouter([{ path: '*', element: <Drawer more={moreItems} /> }], {
    initialEntries: ['/before', '/'],
  })
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () => root.render(<RouterProvider router={router} />))
  unmount = () => act(() => root.unmount())
})
afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const drawer = () => document.querySelector('dialog') as HTMLDialogElement
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const press = (found: HTMLElement | null | undefined) =>
  act(async () => {
    found?.click()
    await nextTask()
  })
const openMenu = () => press(document.querySelector<HTMLElement>('[aria-label="Open menu"]'))
const choose = ({ title }: NavItem) =>
  press([...drawer().querySelectorAll('a')].find(({ textContent }) => textContent?.trim() === title))
const step = (by: number) => act(async () => void router.navigate(by))
const path = () => router.state.location.pathname

it('closes also for an instant page, because nothing behind an open dialog can take focus', async () => {
  await openMenu()
  expect(drawer().open).toBe(true)
  await choose(other)
  expect(path()).toBe(other.to)
  expect(drawer().open).toBe(false)
})

it('closes on Back, which stays on the page, and opens again on Forward', async () => {
  await openMenu()
  await step(-1)
  expect([drawer().open, path()]).toEqual([false, '/'])
  await step(1)
  expect(drawer().open).toBe(true)
})

it('is not in the history', async () => {
  await openMenu()
  await choose(other)
  await step(-1)
  expect([drawer().open, path()]).toEqual([false, '/'])
  await openMenu()
  await choose(home)
  expect(drawer().open).toBe(false)
  await openMenu()
  await press(drawer().querySelector<HTMLElement>('[aria-label="Close menu"]'))
  expect(drawer().open).toBe(false)
  await step(-1)
  expect(path()).toBe('/before')
})

it('is shown at the press, and painted before the router begins with its entry', async () => {
  const navigate = vi.spyOn(router, 'navigate')
  await act(async () => {
    document.querySelector<HTMLElement>('[aria-label="Open menu"]')?.click()
    expect(drawer().open).toBe(true)
    expect(navigate).not.toHaveBeenCalled()
    await nextTask()
    expect(navigate).toHaveBeenCalledOnce()
  })
})

it('closes by an Escape that comes before the router has its entry, and leaves none', async () => {
  await act(async () => {
    document.querySelector<HTMLElement>('[aria-label="Open menu"]')?.click()
    drawer().dispatchEvent(new Event('cancel', { cancelable: true }))
    await nextTask()
  })
  await act(nextTask)
  expect([drawer().open, path(), router.state.location.hash]).toEqual([false, '/', ''])
})

it('closes on a Back that comes before the page has shown the entry, and opens again', async () => {
  await act(async () => {
    document.querySelector<HTMLElement>('[aria-label="Open menu"]')?.click()
    await nextTask()
    await router.navigate(-1)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect([drawer().open, path(), router.state.location.hash]).toEqual([false, '/', ''])
  await openMenu()
  expect(drawer().open).toBe(true)
  await step(-1)
  expect([drawer().open, path()]).toEqual([false, '/'])
})

it('stays open without a navigation', async () => {
  await openMenu()
  await act(async () => {})
  expect(drawer().open).toBe(true)
})
