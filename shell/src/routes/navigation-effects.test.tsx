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
      <input aria-label="Search" />
      <section id="opening hours">
        <h2>Nine to five</h2>
      </section>
      <p id="%">Percent</p>
      <Outlet />
    </main>
  )
}

const seen: string[] = []
let unmount: () => void
let go: (to: string | -1, options?: { preventScrollReset?: boolean }) => Promise<void>

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
  go = (to, options) => act(() => (to === -1 ? router.navigate(to) : router.navigate(to, options)))
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
    ['/next', 'top', 'Page'],
    ['/?page=2', 'top', 'Page'],
    ['/next#opening%20hours', 'opening hours', 'Nine to five'],
    ['/next#nowhere', 'top', 'Page'],
    ['/next#%', '%', 'Percent'],
    ['/next#%zz', 'top', 'Page'],
  ])('%s is shown at: %s, and read from: %s', async (to, place, read) => {
    await go(to)
    expect(seen).toEqual([place])
    expect(document.body.textContent).not.toContain('broken')
    expect(document.activeElement?.textContent).toBe(read)
  })

  it('Back starts at the top too', async () => {
    await go('/next')
    await go(-1)
    expect(seen).toEqual(['top', 'top'])
  })
})

describe('the scroll position stays', () => {
  const field = () => document.querySelector('input') as HTMLInputElement

  it('when the link requests it, as tabs do', async () => {
    await go('/?tab=sports', { preventScrollReset: true })
    expect(seen).toEqual([])
    expect(document.activeElement).toBe(document.body)
  })

  it('when something is opened over the page, and closed again', async () => {
    field().focus()
    await go('/#opened')
    await go(-1)
    expect(seen).toEqual([])
    expect(document.activeElement).toBe(field())
  })

  it('when only the query changes while the visitor is in a field', async () => {
    field().focus()
    await go('/?q=oak')
    expect(seen).toEqual([])
    expect(document.activeElement).toBe(field())
  })

  it('but not when another page opens', async () => {
    field().focus()
    await go('/search?q=oak')
    expect(seen).toEqual(['top'])
    expect(document.activeElement?.textContent).toBe('Page')
  })

  it('and a field that an address names can still be reached with Tab', async () => {
    field().id = 'q'
    await go('/next#q')
    expect(document.activeElement).toBe(field())
    expect(field().tabIndex).toBe(0)
  })
})
