// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNavigationEffects } from './navigation-effects'

function Layout() {
  useNavigationEffects()
  return (
    <main>
      <h1>Page</h1>
      <p id="opening hours">Nine to five</p>
      <p id="%">Percent</p>
      <Outlet />
    </main>
  )
}

const seen: string[] = []
let unmount: () => void
let go: (to: string) => Promise<void>

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  seen.length = 0
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.id)
  })
  vi.stubGlobal('scrollTo', () => seen.push('top'))
  const router = createMemoryRouter([{ path: '*', Component: Layout, errorElement: <p>broken</p> }])
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  await act(async () => root.render(<RouterProvider router={router} />))
  go = (to) => act(() => router.navigate(to))
  unmount = () => {
    root.unmount()
    container.remove()
  }
})
afterEach(async () => {
  await act(async () => unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('after a navigation', () => {
  it.each([
    ['/next', 'top'],
    ['/next#opening%20hours', 'opening hours'],
    ['/next#nowhere', 'top'],
    ['/next#%', '%'],
    ['/next#%zz', 'top'],
  ])('%s is shown at: %s', async (to, place) => {
    await go(to)
    expect(seen).toEqual([place])
    expect(document.body.textContent).not.toContain('broken')
    expect(document.activeElement?.textContent).toBe('Page')
  })
})
