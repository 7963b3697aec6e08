// @vitest-environment happy-dom
import type { Composition } from '@marram/release-contract/composition'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PageModule } from '../federation/pages'
import { makeRoutes } from '../routes/routes'
import { codeAhead } from './fetch-ahead'

const patterns = ['/sports', '/sports/:slug', '/olympiad/:slug', '/tickets/:slug', '/courses', '/exhibitions/:slug']
const sectionOf = (pages: string[]) => ({
  title: 'A section',
  pages: pages.map((pattern) => ({ pattern })),
  releases: [],
})
const composition: Composition = {
  id: 'abc',
  shell: { version: '1.0.0', host: '1.0.0' },
  sections: { 'mfe-events': sectionOf(patterns), 'mfe-content': sectionOf(['/news/:slug']) },
}

let fetched: string[] = []
let isDown = false
const prepare = vi.fn()
const page: PageModule = { Component: () => null, prepare }
const pages = {
  peek: (_: string, pattern: string) => (pattern === '/sports' ? page : undefined),
  async ahead(_: string, pattern: string) {
    fetched.push(pattern)
    return isDown ? undefined : page
  },
  federationAhead: vi.fn(),
}
/** Its listeners on the window stay, so it is started once for all tests. */
codeAhead(makeRoutes(composition, { ...pages, load: async () => page }), pages)

const showing = (...addresses: string[]) => {
  const links = addresses.map((address) => `<a href="${address}">Go</a>`).join('')
  document.body.innerHTML = `<header><a href="/sports">Sports</a></header><main>${links}</main>`
}
const rest = (ms = 700) => vi.advanceTimersByTimeAsync(ms)
const scroll = () => dispatchEvent(new Event('wheel'))

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/sports')
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, this.getAttribute('href')?.endsWith('#below') ? innerHeight + 1 : 10, 100, 20)
  })
  fetched = []
  pages.federationAhead.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('nothing is preloaded until the visitor scrolls and pauses', async () => {
  showing('/courses')
  // Like a carousel.
  dispatchEvent(new Event('scroll'))
  await rest(5000)
  expect(fetched).toEqual([])
  scroll()
  await rest(500)
  dispatchEvent(new Event('touchmove'))
  await rest(500)
  expect(fetched).toEqual([])
  expect(pages.federationAhead).not.toHaveBeenCalled()
  await rest()
  expect(fetched).toEqual(['/courses'])
  expect(pages.federationAhead).toHaveBeenCalledTimes(1)
  expect(prepare).toHaveBeenCalledTimes(1)
})

it('each kind of page of the same section is preloaded once, when a link to it is visible', async () => {
  showing('/sports/a', '/sports/b', '/news/c', '/tickets/d#below', '/nothing')
  scroll()
  await rest()
  scroll()
  await rest()
  expect(fetched).toEqual(['/sports/:slug'])
})

it('a failed preload is left to the opening of the page', async () => {
  showing('/olympiad/a')
  isDown = true
  for (let times = 0; times < 3; times++) {
    scroll()
    await rest()
  }
  isDown = false
  expect(fetched).toEqual(['/olympiad/:slug'])
  expect(prepare).toHaveBeenCalledTimes(2)
})

it('nothing is preloaded with data saver', async () => {
  showing('/exhibitions/a')
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  scroll()
  await rest()
  expect(fetched).toEqual([])
  expect(pages.federationAhead).not.toHaveBeenCalled()
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true })
})
