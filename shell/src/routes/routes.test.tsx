import type { Composition } from '@marram/release-contract/composition'
import { configureClient } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { configureReports } from '@marram/sdk/report'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  data,
  redirect,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { type PageModule, type Pages, SectionUnavailable } from '../federation/pages'
import type { LiveStops } from '../versions/live-stops'
import { appShellRoutes, makeRoutes } from './routes'

const composition: Composition = {
  id: 'abc',
  shell: { version: '1.0.0', host: '1.0.0' },
  sections: {
    'mfe-events': {
      title: 'Events',
      pages: [{ pattern: '/sports' }, { pattern: '/sports/:slug' }, { pattern: '/members', requiresLogin: true }],
      releases: [],
    },
    'mfe-resting': {
      title: 'Resting',
      pages: [{ pattern: '/resting' }, { pattern: '/resting/mine', requiresLogin: true }],
      releases: [],
      stopped: { notice: 'Back at nine.' },
    },
    'mfe-quiz': { title: 'Quiz', pages: [{ pattern: '/sports/registration' }], releases: [] },
  },
  navigation: {
    more: [{ slot: 'more', title: 'Tide tables', path: '/tides', about: 'When the sea comes' }],
    footer: [{ slot: 'footer', title: 'Harbour log', path: '/harbour' }],
  },
}

/** Every page is this one. */
let page: PageModule
let asked: string[]
let unavailable: boolean
const fakePages: Pages = {
  peek: () => (unavailable ? undefined : page),
  async load(section, pattern) {
    asked.push(`${section} ${pattern}`)
    if (unavailable) throw new SectionUnavailable(`${section} could not be loaded`)
    return page
  },
}

async function open(path: string): Promise<StaticHandlerContext | Response> {
  return createStaticHandler(makeRoutes(composition, fakePages)).query(new Request(`http://edge.invalid${path}`))
}

async function shown(path: string): Promise<{ status: number; html: string }> {
  const handler = createStaticHandler(makeRoutes(composition, fakePages))
  const context = (await handler.query(new Request(`http://edge.invalid${path}`))) as StaticHandlerContext
  const router = createStaticRouter(handler.dataRoutes, context)
  return {
    status: context.statusCode,
    html: renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />),
  }
}

const Sports = () => <h1>Sports</h1>
const NeverShown = () => <h1>never shown</h1>
const NoSuchEvent = () => <h1>No such event</h1>

const failing = (error: unknown): PageModule => ({
  loader() {
    throw error
  },
  Component: NeverShown,
})
const expectFrame = (html: string) => {
  expect(html).toMatch(/<header[ >]/)
  expect(html).toMatch(/<footer[ >]/)
  expect(html).toContain('<main')
}

beforeEach(() => {
  page = { loader: ({ params }) => params.slug ?? 'list', Component: Sports }
  asked = []
  unavailable = false
  // The footer's teaser calls the API; the page is complete without it.
  configureClient({ baseUrl: 'http://127.0.0.1:1' })
  configureReports(() => {})
})

describe('an address of a section', () => {
  it('shows the page between header and footer', async () => {
    const { status, html } = await shown('/sports')
    expect(status).toBe(200)
    expect(html).toContain('<h1>Sports</h1>')
    expectFrame(html)
  })

  it('is loaded only from its owner, the section with the most specific pattern', async () => {
    await open('/sports/registration')
    await open('/sports/dune-run')
    expect(asked).toEqual(['mfe-quiz /sports/registration', 'mfe-events /sports/:slug'])
  })

  it('passes the page its parameters', async () => {
    const context = (await open('/sports/dune-run')) as StaticHandlerContext
    expect(context.loaderData['mfe-events /sports/:slug']).toBe('dune-run')
  })

  it('redirects when the page does so', async () => {
    page = { loader: () => redirect('/sports#open-events'), Component: NeverShown }
    const response = (await open('/sports/registration')) as Response
    expect([response.status, response.headers.get('location')]).toEqual([302, '/sports#open-events'])
  })

  it('redirects a visitor who is not logged in to the login, and back afterwards', async () => {
    const response = (await open('/members?tab=1')) as Response
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login?from=%2Fmembers%3Ftab%3D1'])
    expect(asked).toEqual([])
  })

  it('asks for the login even when nothing of its section can be loaded', async () => {
    unavailable = true
    const response = (await open('/members')) as Response
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login?from=%2Fmembers'])
    expect(asked).toEqual([])
  })
})

describe('a page that cannot be shown', () => {
  const refusedWith = (code: number) => new ApiError('answer', code, `response ${code}`)
  it.each([
    ['is not there', refusedWith(404), 404],
    ['is gone', refusedWith(410), 404],
    ['is refused', refusedWith(403), 503],
    ['meets a failing API', refusedWith(500), 503],
    ['is refused to who asked too much', refusedWith(429), 429],
    ['meets no API at all', new ApiError('network', 0, 'The server could not be reached.'), 503],
    ['throws 404 itself', data(null, { status: 404 }), 404],
    ['throws a response of 404', new Response(null, { status: 404 }), 404],
    ['has a fault', new TypeError('x is not a function'), 500],
  ])('has the right status, header and footer when it %s', async (_, error, status) => {
    page = failing(error)
    const result = await shown('/sports')
    expect(result.status).toBe(status)
    expect(result.html).not.toContain('never shown')
    expectFrame(result.html)
  })

  it('is the 404 page for addresses without a page', async () => {
    page = failing(refusedWith(404))
    expect((await shown('/sports/nothing')).html).toMatch(/<h1[^>]*>[^<]*not found/i)
  })

  it('is the same at every unknown address, so that one response serves all', async () => {
    const [first, ...others] = await Promise.all(
      ['/nothing', '/news/nothing', '/olympiad/x/y/z', '/tickets-details', '/%3Cb%3E'].map(shown),
    )
    for (const other of others) expect(other).toEqual(first)
    expect(first?.status).toBe(404)
    expectFrame(first?.html ?? '')
  })

  it('offers another attempt, when one may help', async () => {
    page = failing(refusedWith(500))
    expect((await shown('/sports')).html).toContain('Try again')
  })

  it('shows the page’s own message if it has one', async () => {
    page = { ...failing(refusedWith(404)), ErrorBoundary: NoSuchEvent }
    const { status, html } = await shown('/sports')
    expect(status).toBe(404)
    expect(html).toContain('<h1>No such event</h1>')
    expectFrame(html)
  })

  it('is a failure inside the app shell when nothing of its section can be loaded', async () => {
    unavailable = true
    const { status, html } = await shown('/sports')
    expect(status).toBe(503)
    expect(html).toContain('Try again')
    expectFrame(html)
  })
})

describe('a page of a stopped section', () => {
  it.each(['/resting', '/resting/mine'])('%s shows a calm notice inside the app shell', async (path) => {
    const reports: string[] = []
    configureReports(({ kind }) => reports.push(kind))
    const { status, html } = await shown(path)
    expect(status).toBe(503)
    expect(html).toMatch(/<h1[^>]*>This part of the site is resting</)
    expect(html).toContain('Back at nine.')
    expect(html.slice(html.indexOf('<main'), html.indexOf('</main'))).not.toMatch(/role="alert"|Try again/)
    expectFrame(html)
    // The footer's teaser reports separately.
    expect([asked, reports.filter((kind) => kind !== 'footer')]).toEqual([[], []])
  })
})

describe('an address that no section owns', () => {
  it.each(['/nowhere', '/sports/a/b', '/members/1'])('%s is a page that explains it', async (path) => {
    const { status, html } = await shown(path)
    expect(status).toBe(404)
    expect(html).toMatch(/<h1[^>]*>[^<]*not found/i)
    expectFrame(html)
    expect(asked).toEqual([])
  })
})

it('shows the navigation links of sections: below More and in the menu, and in the footer', async () => {
  page = { Component: Sports }
  const { html } = await shown('/sports')
  const [header = '', footer = ''] = html.split('<main')
  expect(header.match(/href="\/tides"/g)).toHaveLength(2)
  expect(header).toContain('When the sea comes')
  expect(footer.match(/href="\/harbour"[^>]*>Harbour log</g)).toHaveLength(1)
  expect(html.match(/href="\/(tides|harbour)"/g)).toHaveLength(3)
})

describe('the app shell', () => {
  it('is the same for every address, with header and footer', async () => {
    const handler = createStaticHandler(appShellRoutes(composition))
    for (const path of ['/frame', '/sports']) {
      const context = (await handler.query(new Request(`http://edge.invalid${path}`))) as StaticHandlerContext
      const router = createStaticRouter(handler.dataRoutes, context)
      expectFrame(renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />))
      expect(context.statusCode).toBe(200)
    }
  })

  it('explains without JavaScript what it needs and what to do, and shows no loading state', async () => {
    const handler = createStaticHandler(appShellRoutes(composition))
    const context = (await handler.query(new Request('http://edge.invalid/sports'))) as StaticHandlerContext
    const router = createStaticRouter(handler.dataRoutes, context)
    const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
    const [note = ''] = /(?<=<main[^>]*>.*)<noscript>.*?<\/noscript>/s.exec(html) ?? []
    expect(note).toMatch(/<h1[^>]*>This page needs JavaScript<\/h1>/)
    expect(note).toContain('load the page again')
    expect(note).toContain('href="/"')
    expect(note).toContain('020 7946 0112')
  })
})

describe('a section that is stopped during a visit', () => {
  const at = async (path: string, stops: LiveStops) => {
    const handler = createStaticHandler(makeRoutes(composition, fakePages, stops))
    const context = (await handler.query(new Request(`http://edge.invalid${path}`))) as StaticHandlerContext
    const router = createStaticRouter(handler.dataRoutes, context)
    const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
    return { status: context.statusCode, html }
  }

  it('shows its notice instead of its pages, and runs nothing of it', async () => {
    page = { Component: NeverShown, ErrorBoundary: NeverShown, loader: () => asked.push('its loader') }
    const { status, html } = await at('/members', { of: () => ({ notice: 'Back at ten.' }) })
    expect(status).toBe(503)
    expect(html).toContain('Back at ten.')
    expect(html).not.toContain('never shown')
    expect(asked).toEqual([])
  })

  it('is requested again once it is back, with a fresh document', async () => {
    unavailable = true
    expect((await at('/resting', { of: () => undefined })).status).toBe(503)
    expect(asked).toEqual(['mfe-resting /resting'])
  })
})
