// @vitest-environment happy-dom
import type { Composition } from '@marram/contracts/composition'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { codeAhead } from './code-ahead'
import type { PageModule } from './pages'
import { makeRoutes } from './routes'

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
const pages = {
  peek: () => undefined,
  async load(_: string, pattern: string): Promise<PageModule> {
    fetched.push(pattern)
    if (isDown) throw new Error('offline')
    return { Component: () => null, prepare }
  },
}
/** Its listeners stay with the window: once for all. */
codeAhead(makeRoutes(composition, pages), pages)

const showing = (...addresses: string[]) => {
  document.body.innerHTML = addresses.map((address) => `<a href="${address}">Go</a>`).join('')
}
const rest = (ms = 300) => vi.advanceTimersByTimeAsync(ms)
const scroll = () => dispatchEvent(new Event('scroll'))

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/sports')
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, this.getAttribute('href')?.endsWith('#below') ? innerHeight + 1 : 10, 100, 20)
  })
  fetched = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('nothing is fetched until the visitor looks around and rests', async () => {
  showing('/courses')
  await rest(5000)
  expect(fetched).toEqual([])
  scroll()
  await rest(200)
  scroll()
  await rest(200)
  expect(fetched).toEqual([])
  await rest()
  expect(fetched).toEqual(['/courses'])
  expect(prepare).toHaveBeenCalledTimes(1)
})

it('each kind of page of the same section is fetched once, where a link to it is on the screen', async () => {
  showing('/sports/a', '/sports/b', '/news/c', '/tickets/d#below', '/nothing')
  scroll()
  await rest()
  scroll()
  await rest()
  expect(fetched).toEqual(['/sports/:slug'])
})

it('a failure is tried again at the next rest', async () => {
  showing('/olympiad/a')
  isDown = true
  scroll()
  await rest()
  isDown = false
  scroll()
  await rest()
  scroll()
  await rest()
  expect(fetched).toEqual(['/olympiad/:slug', '/olympiad/:slug'])
})

it('nothing is fetched for somebody who saves data', async () => {
  showing('/exhibitions/a')
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  scroll()
  await rest()
  expect(fetched).toEqual([])
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true })
})
