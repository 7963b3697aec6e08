// @vitest-environment happy-dom
import type { Composition } from '@marram/release-contract/composition'
import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageModule } from '../federation/pages'
import { makeRoutes } from '../routes/routes'
import { DataAhead } from './data-ahead'
import { fetchAhead } from './fetch-ahead'

const composition: Composition = {
  id: 'abc',
  shell: { version: '1.0.0', host: '1.0.0' },
  sections: {
    'mfe-events': {
      title: 'Events',
      pages: [
        { pattern: '/sports/:slug' },
        { pattern: '/members', requiresLogin: true },
        { pattern: '/results', private: true },
      ],
      releases: [],
    },
  },
}

/** Calls of the pages' loader, with their promises. */
const asked: {
  url: string
  slug: string | undefined
  signal: AbortSignal
  end: (data: string) => void
  fail: () => void
}[] = []
const codeOf: string[] = []
const page: PageModule = {
  Component: () => null,
  loader: ({ request: { url, signal }, params }) =>
    new Promise((resolve, reject) => {
      asked.push({ url, slug: params.slug, signal, end: resolve, fail: () => reject(new Error('down')) })
    }),
}
const pages = {
  peek: () => page,
  async load(_: string, pattern: string) {
    codeOf.push(pattern)
    return page
  },
}

/** Its listeners on the document stay, so it is started once for all tests. */
const ahead = new DataAhead()
fetchAhead(makeRoutes(composition, pages), pages, ahead)
const follow = (address: string) => {
  const request = new Request(new URL(address, location.origin))
  return (ahead.within(page).loader as LoaderFunction)({ request, params: {} } as LoaderFunctionArgs)
}

const link = (name: string) => document.getElementById(name) as HTMLElement
const point = (name: string) => link(name).dispatchEvent(new Event('pointermove', { bubbles: true }))
const rest = () => vi.advanceTimersByTimeAsync(100)
const pointAndRest = async (name: string) => {
  point(name)
  await rest()
}

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <p id="words">Words</p>
    <a id="relay" href="/sports/relay?day=1#start"><b id="inner">Relay</b></a>
    <a id="swim" href="/sports/swim">Swim</a>
    <a id="members" href="/members">Members</a>
    <a id="results" href="/results">Results</a>
    <a id="tab" href="/sports/relay" target="_blank">Relay</a>
    <a id="nothing" href="/nothing">Nothing</a>
    <a id="elsewhere" href="https://elsewhere.example/sports/relay">Elsewhere</a>`
  point('words')
  asked.length = 0
  codeOf.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('hovering over a link', () => {
  it('preloads the code and the data of its page, which the click uses, once', async () => {
    await pointAndRest('relay')
    expect(codeOf).toEqual(['/sports/:slug'])
    expect(asked).toMatchObject([{ url: `${location.origin}/sports/relay?day=1`, slug: 'relay' }])
    asked[0]?.end('relay')
    expect(await follow('/sports/relay?day=1')).toBe('relay')
    expect(asked).toHaveLength(1)
    void follow('/sports/relay?day=1')
    expect(asked).toHaveLength(2)
  })

  it('works the same by focus, and counts once for all elements in the link', async () => {
    link('relay').dispatchEvent(new Event('focusin', { bubbles: true }))
    await rest()
    point('inner')
    await rest()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.signal.aborted).toBe(false)
  })

  it('in passing preloads nothing', async () => {
    point('relay')
    await vi.advanceTimersByTimeAsync(20)
    await pointAndRest('words')
    expect([codeOf, asked]).toEqual([[], []])
  })

  it('and clicking at once loads no more than the click does', async () => {
    point('relay')
    link('relay').dispatchEvent(new Event('click', { bubbles: true }))
    await rest()
    expect(asked).toEqual([])
  })

  it('and moving on aborts the preload', async () => {
    await pointAndRest('relay')
    await pointAndRest('swim')
    expect(asked.map(({ slug, signal }) => [slug, signal.aborted])).toEqual([
      ['relay', true],
      ['swim', false],
    ])
    void follow('/sports/relay?day=1')
    expect(asked).toHaveLength(3)
  })

  it('with a finger that goes on to scroll aborts the preload too', async () => {
    link('relay').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await rest()
    expect(asked).toHaveLength(1)
    document.dispatchEvent(new Event('pointercancel'))
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  it('by focus, and leaving it, aborts the preload too, unless the pointer rests on it', async () => {
    const leave = (to: HTMLElement | null) =>
      link('relay').dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: to }))
    await pointAndRest('inner')
    leave(null)
    expect(asked[0]?.signal.aborted).toBe(false)
    point('words')
    link('relay').dispatchEvent(new Event('focusin', { bubbles: true }))
    await rest()
    // The next element reports its own event.
    leave(link('inner'))
    expect(asked[1]?.signal.aborted).toBe(false)
    leave(null)
    expect(asked[1]?.signal.aborted).toBe(true)
  })

  it('and then going back or forth in the history aborts the preload too', async () => {
    await pointAndRest('relay')
    dispatchEvent(new PopStateEvent('popstate'))
    expect(asked[0]?.signal.aborted).toBe(true)
    point('swim')
    dispatchEvent(new PopStateEvent('popstate'))
    await rest()
    expect(asked).toHaveLength(1)
  })

  it('preloads only the code of personal pages', async () => {
    await pointAndRest('members')
    await pointAndRest('results')
    expect(codeOf).toEqual(['/members', '/results'])
    expect(asked).toEqual([])
  })

  it.each(['tab', 'nothing', 'elsewhere', 'words'])('preloads nothing for %s', async (name) => {
    await pointAndRest(name)
    expect([codeOf, asked]).toEqual([[], []])
  })

  it('preloads nothing with data saver', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    await pointAndRest('relay')
    expect([codeOf, asked]).toEqual([[], []])
  })
})

describe('preloaded data', () => {
  it('is awaited by a click while it is loading', async () => {
    await pointAndRest('relay')
    const data = follow('/sports/relay?day=1')
    point('words')
    expect(asked[0]?.signal.aborted).toBe(false)
    asked[0]?.end('relay')
    expect(await data).toBe('relay')
  })

  it('is loaded again by a click when the preload failed', async () => {
    await pointAndRest('relay')
    const data = follow('/sports/relay?day=1')
    asked[0]?.fail()
    await vi.advanceTimersByTimeAsync(0)
    asked[1]?.end('relay')
    expect(await data).toBe('relay')
  })

  it('is not used when it is too old', async () => {
    await pointAndRest('relay')
    asked[0]?.end('relay')
    await vi.advanceTimersByTimeAsync(11_000)
    void follow('/sports/relay?day=1')
    expect(asked).toHaveLength(2)
  })
})
