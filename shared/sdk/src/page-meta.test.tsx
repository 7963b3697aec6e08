// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from './configuration'
import { type Meta, MetaSink, PageMeta } from './page-meta'

const all = (selector: string, attribute = 'content') =>
  [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(attribute))
const one = (selector: string, attribute?: string) => all(selector, attribute)[0]
const description = () => one('meta[name="description"]')
const robots = () => one('meta[name="robots"]')
const property = (name: string) => one(`meta[property="${name}"]`)
const canonical = () => one('link[rel="canonical"]', 'href')

const at = (path: string, children: ReactNode) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>

/** Shows one page after another, like the site. */
function browser() {
  const root = createRoot(document.createElement('div'))
  return (meta: Meta, path = '/tides') =>
    act(() => root.render(<div key={path}>{at(path, <PageMeta {...meta} />)}</div>))
}

function onServer(meta: Meta, path = '/tides') {
  const sink: { meta?: Meta; head?: Record<string, string>[] } = {}
  const html = renderToString(
    at(
      path,
      <MetaSink value={sink}>
        <PageMeta {...meta} />
      </MetaSink>,
    ),
  )
  const tagOf = (name: string) =>
    sink.head?.find(({ property, name: named, rel }) => [property, named, rel].includes(name))
  return { html, sink, content: (name: string) => tagOf(name)?.content ?? tagOf(name)?.href }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.head.innerHTML = '<title>Marram</title>'
  configure({ apiBase: '', mediaHost: '', origin: 'https://marram.example' })
})

describe('title and description', () => {
  it('are in the server’s document without affecting another one', () => {
    const { html, sink, content } = onServer({ title: 'Tide tables', description: 'High and low.' })
    expect(html).toBe('')
    expect(sink.meta).toEqual({ title: 'Tide tables', description: 'High and low.', noIndex: undefined })
    expect([content('description'), content('og:description')]).toEqual(['High and low.', 'High and low.'])
    expect(document.title).toBe('Marram')
  })

  it('follow the page in the browser', () => {
    const show = browser()
    show({ title: 'Tide tables', description: 'High and low.', noIndex: true })
    expect([document.title, description(), robots()]).toEqual(['Tide tables | Marram', 'High and low.', 'noindex'])
    show({ title: 'Dune walks', description: 'On foot.' })
    expect([document.title, description(), robots()]).toEqual(['Dune walks | Marram', 'On foot.', undefined])
    show({ title: 'Marram' })
    expect([document.title, description()]).toEqual(['Marram', undefined])
  })

  it('replace those of the server, without duplicates', () => {
    const { sink } = onServer({ title: 'Old', description: 'old', type: 'article' })
    for (const attributes of sink.head ?? []) {
      const element = document.createElement(attributes.rel ? 'link' : 'meta')
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      document.head.append(element)
    }
    const other = '<link rel="icon" href="/icon.svg"><meta name="viewport" content="width=device-width">'
    document.head.insertAdjacentHTML('beforeend', other)
    browser()({ title: 'Tide tables', description: 'new' }, '/tables')
    expect(all('meta[name="description"]')).toEqual(['new'])
    expect(all('meta[property="og:title"]')).toEqual(['Tide tables'])
    expect(all('meta[property="og:type"]')).toEqual(['website'])
    expect(all('link[rel="canonical"]', 'href')).toEqual(['https://marram.example/tables'])
    expect(all('meta[name="twitter:card"]')).toEqual(['summary_large_image'])
    expect([all('link[rel="icon"]', 'href'), all('meta[name="viewport"]')]).toEqual([
      ['/icon.svg'],
      ['width=device-width'],
    ])
  })
})

describe('the address of a page', () => {
  it('is on this site, without parameters of the visitor’s link', () => {
    const { content } = onServer({ title: 'Tides' }, '/tides?utm_source=letter#top')
    expect([content('canonical'), content('og:url')]).toEqual(Array(2).fill('https://marram.example/tides'))
  })

  it('is the one that the page sets when it shows one part of a list', () => {
    const { content } = onServer({ title: 'News', canonical: '/news?category=coast&page=2' }, '/news')
    expect(content('canonical')).toBe('https://marram.example/news?category=coast&page=2')
  })

  it('is missing on pages that search engines should skip', () => {
    const { content } = onServer({ title: 'Page not found', noIndex: true })
    expect([content('robots'), content('canonical'), content('og:url')]).toEqual(['noindex', undefined, undefined])
  })

  it('changes when the visitor opens another item of the same page', async () => {
    const router = createMemoryRouter([{ path: '/tides/:day', element: <PageMeta title="Tides" /> }], {
      initialEntries: ['/tides/monday'],
    })
    await act(() => createRoot(document.createElement('div')).render(<RouterProvider router={router} />))
    expect(canonical()).toBe('https://marram.example/tides/monday')
    await act(() => router.navigate('/tides/tuesday'))
    expect([canonical(), property('og:url')]).toEqual(Array(2).fill('https://marram.example/tides/tuesday'))
  })
})

describe('the sharing picture of a page', () => {
  const shown = (image?: string) => onServer({ title: 'Tides', image }).content('og:image')

  it.each([
    [
      'a drawing of our API',
      '/media/news/dune.0123abcdef.svg',
      'https://marram.example/media/news/dune.0123abcdef.og.jpg',
    ],
    ['a photograph of our API', '/media/a.0123abcdef.webp', 'https://marram.example/media/a.0123abcdef.og.jpg'],
    ['a picture without a digest', '/uploads/dune.png', 'https://marram.example/uploads/dune.png'],
    ['a picture of another host', 'https://other.example/dune.png', 'https://other.example/dune.png'],
  ])('of %s', (_, image, url) => {
    expect(shown(image)).toBe(url)
  })

  it('has its size when we created it', () => {
    const size = (image?: string) => {
      const { content } = onServer({ title: 'Tides', image })
      return [content('og:image:width'), content('og:image:height')]
    }
    expect([size('/media/a.0123abcdef.svg'), size()]).toEqual(Array(2).fill(['1200', '630']))
    expect(size('/uploads/dune.png')).toEqual([undefined, undefined])
  })

  it('is on the host of pictures when there is one', () => {
    configure({ apiBase: '', mediaHost: 'https://api.example', origin: 'https://marram.example' })
    expect(shown('uploads/dune.png')).toBe('https://api.example/uploads/dune.png')
  })

  it.each([undefined, '', 'https://other.example/dune.svg', 'data:image/png;base64,AAAA'])(
    'is the site’s own when %j cannot be shown',
    (image) => {
      configure({ apiBase: '', mediaHost: 'https://api.example', origin: 'https://marram.example' })
      expect(shown(image)).toMatch(/^https:\/\/marram\.example\/.*site-picture.*\.jpg$/)
    },
  )
})
