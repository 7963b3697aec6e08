// @vitest-environment happy-dom
import type { Composition } from '@marram/release-contract/composition'
import { FilmButton } from '@marram/ui/film-player-button'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, type InitialEntry, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNavigationEffects } from './navigation-effects'
import { makeRoutes } from './routes'

// The page alone, with the effects of a router step on it.
vi.mock('./root', () => ({
  rootLoader: () => null,
  Root() {
    useNavigationEffects()
    return (
      <main>
        <Outlet />
      </main>
    )
  },
}))

const TITLE = 'Dunes at night'
const composition: Composition = {
  id: 'abc',
  shell: { version: '1.0.0', host: '1.0.0' },
  sections: { films: { title: 'Films', pages: [{ pattern: '/before' }, { pattern: '/films' }], releases: [] } },
}
let loads: number
const page = {
  loader() {
    loads += 1
    return null
  },
  // A film without an id, which loads nothing from YouTube.
  Component: () => (
    <>
      <h1>Films</h1>
      <FilmButton title={TITLE} keyword={null}>
        Play
      </FilmButton>
    </>
  ),
}
const pages = { peek: () => page, load: async () => page }
const scrollTo = vi.fn()

let router: ReturnType<typeof createMemoryRouter>
let unmount: () => void

async function open(...initialEntries: InitialEntry[]) {
  router = createMemoryRouter(makeRoutes(composition, pages), { initialEntries })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => root.unmount()
  await act(async () => root.render(<RouterProvider router={router} />))
  await eventually(() => expect(document.querySelector('h1')).not.toBeNull())
}

const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  })
const film = () => document.querySelector('dialog')
const isOpen = () => eventually(() => expect(film()?.open).toBe(true))
const isClosed = () => eventually(() => expect(film()).toBeNull())
const play = () => document.querySelector<HTMLElement>('main button') as HTMLElement
const press = (found: HTMLElement | null | undefined) => act(async () => found?.click())
const step = (by: number) => act(async () => void router.navigate(by))
const address = () => router.state.location.pathname + router.state.location.hash

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('scrollTo', scrollTo)
  scrollTo.mockReset()
  loads = 0
})
afterEach(async () => {
  await act(async () => unmount())
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

describe('a film that is opened over a page', () => {
  beforeEach(async () => {
    await open('/before', '/films')
    await press(play())
    await isOpen()
  })

  it('closes on Back, which stays on the page, and opens again on Forward', async () => {
    await step(-1)
    await isClosed()
    expect(address()).toBe('/films')
    await step(1)
    await isOpen()
    await step(-1)
    await isClosed()
    await step(-1)
    await eventually(() => expect(address()).toBe('/before'))
  })

  it('leaves the page unchanged: nothing is loaded again, and nothing moves', async () => {
    await step(-1)
    await isClosed()
    expect(loads).toBe(1)
    expect(scrollTo).not.toHaveBeenCalled()
  })

  it.each<[string, () => unknown]>([
    ['the cross', () => press(document.querySelector<HTMLElement>('[aria-label="Close"]'))],
    ['a click beside it', () => press(film())],
    ['Escape', () => act(async () => film()?.dispatchEvent(new Event('cancel', { cancelable: true })))],
    ['a second Escape, which browsers do not let a page hold', () => act(async () => film()?.close())],
  ])('leaves no history entry behind when it is closed by %s', async (_, close) => {
    await close()
    await isClosed()
    expect(address()).toBe('/films')
    await step(-1)
    await eventually(() => expect(address()).toBe('/before'))
  })
})

it('is one history entry when its button is pressed twice', async () => {
  await open('/before', '/films')
  await act(async () => {
    play().click()
    play().click()
  })
  await isOpen()
  await step(-1)
  await isClosed()
  await step(-1)
  await eventually(() => expect(address()).toBe('/before'))
})

it('reopens after a reload, so that Back closes it', async () => {
  await open('/films')
  await press(play())
  await isOpen()
  const { pathname, hash, state } = router.state.location
  await act(async () => unmount())
  await open('/films', { pathname, hash, state })
  await isOpen()
  await step(-1)
  await isClosed()
  expect(address()).toBe('/films')
})

it('is not opened by a shared link', async () => {
  await open('/films#opened')
  await act(async () => {})
  expect(film()).toBeNull()
})
