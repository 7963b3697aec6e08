import { compositionFor } from '@marram/release-contract/composition'
import { compositionId } from '@marram/release-contract/resolve'
import { insideOf } from '@marram/rendering/page-document'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { stateText } from '@marram/rendering/state-text'
import { describe, expect, it } from 'vitest'
import { type LiveComposition, ownerOf, pagesBySpecificity } from '../compositions/live-composition'
import { fakeSection, fakeShell } from '../testing/fake-releases'
import { htmlDocument } from './page-document'

const shell = fakeShell().manifest
const sections = { events: [fakeSection().manifest] }
const id = compositionId({ shell: '1.0.0', events: '1.0.0' })
const blank: RenderedPage = { status: 200, html: '', styles: '', state: 'null', meta: null, page: null }
const configuration = { apiBase: '', mediaHost: '', origin: 'https://marram.example' }
const live: LiveComposition = {
  id,
  // No other composition of this process has it: parts of pages are cached by it.
  number: -1,
  configuration,
  versions: { shell: '1.0.0', events: '1.0.0' },
  composition: compositionFor(id, shell, sections, {}),
  shell,
  sections,
  boot: 'boot()',
  styles: {
    '/releases/files/shell/1.0.0/browser/shell.css': 'body{margin:0}',
    '/releases/files/events/1.0.0/browser/page.css': 'p{}',
  },
  policy: () => '',
  pages: pagesBySpecificity(sections, {}),
  appShell: blank,
}
const documentOf = (page: Partial<RenderedPage>, path = '/events', extraTags = '') =>
  htmlDocument({
    live,
    page: { ...blank, ...page },
    owner: ownerOf(live, path),
    extraTags,
  }).toString()
const dataOf = (html: string, block: string): unknown =>
  JSON.parse(new RegExp(`id="${block}">(.*?)</script>`, 's').exec(html)?.[1] ?? 'nothing')

describe('text by visitors and editors', () => {
  it('cannot end the data and become markup', () => {
    const state = { loaderData: { a: '</script><script>alert(1)</script>', b: '<!--<script>', c: '\u2028' } }
    const html = documentOf({ state: stateText(state) })
    expect(html).not.toContain('alert(1)</script>')
    expect(html).not.toContain('<!--')
    expect(dataOf(html, 'marram-state')).toEqual(state)
  })

  it('cannot end the title or a description', () => {
    const evil = `"><script>alert('1')</script>&amp;</title>`
    const html = documentOf({ meta: { title: evil, description: evil } })
    expect(html).not.toContain('<script>alert')
    expect(html).toContain(`<title>&quot;>&lt;script>alert('1')&lt;/script>&amp;amp;&lt;/title> | Marram</title>`)
    expect(html).toContain(`content="&quot;>&lt;script>alert('1')&lt;/script>&amp;amp;&lt;/title>"`)
  })
})

it.each([
  ['style', 'a{}</STYLE><script>x()</script>', '<\\/STYLE>'],
  ['style', 'a{content:"</style>"}', '<\\/style>'],
  ['script', 'say("</Script>")', '<\\/Script>'],
] as const)('a file cannot end the %s that contains it, in upper or lower case: %s', (element, text, changed) => {
  expect(insideOf(element, text)).toContain(changed)
  expect(insideOf(element, text)).not.toMatch(RegExp(`</${element}`, 'i'))
})

describe('the title', () => {
  it.each([
    ['Tide tables', 'Tide tables | Marram'],
    ['Marram', 'Marram'],
    ['', 'Marram'],
  ])('of %j is %j', (title, shown) => {
    expect(documentOf({ meta: { title } })).toContain(`<title>${shown}</title>`)
  })

  it('has a robots tag on pages that search engines should skip', () => {
    expect(documentOf({ meta: { title: 'Page not found', noIndex: true } })).toContain(
      '<meta name="robots" content="noindex">',
    )
    expect(documentOf({ meta: { title: 'Tide tables' } })).not.toContain('noindex')
  })
})

describe('the head of a page', () => {
  const head: Record<string, string>[] = [
    { property: 'og:title', content: 'Tide "tables" <b>&' },
    { rel: 'canonical', href: 'https://marram.example/tides?a=1&b=2' },
  ]
  const meta = { title: 'Tide tables', description: 'High and low.' }

  it('is written as the shell defines it, and cannot become markup', () => {
    const html = documentOf({ meta, head })
    expect(html).toContain('<meta property="og:title" content="Tide &quot;tables&quot; &lt;b>&amp;">')
    expect(html).toContain('<link rel="canonical" href="https://marram.example/tides?a=1&amp;b=2">')
    expect(html).not.toContain('name="description"')
  })

  it('has only the description when an older shell defines no more', () => {
    expect(documentOf({ meta })).toContain('<meta name="description" content="High and low.">')
  })

  it.each([{ requiresLogin: true }, { private: true }, { noIndex: true }])(
    'excludes search engines, once, from a page with %j',
    (declared) => {
      const owner = { section: 'events', page: { pattern: '/events', files: [], needs: [], ...declared } }
      for (const said of [[], [{ name: 'robots', content: 'noindex' }]]) {
        const page = { ...blank, meta: { ...meta, noIndex: said.length > 0 }, head: said }
        const html = htmlDocument({ live, page, owner, extraTags: '' }).toString()
        expect(html.match(/<meta name="robots" content="noindex">/g)).toHaveLength(1)
      }
    },
  )

  it('names the feed', () => {
    expect(documentOf({})).toMatch(/<link rel="alternate" type="application\/rss\+xml"[^>]* href="\/rss\.xml">/)
  })
})

describe('the files of a page', () => {
  const file = (part: string, name: string) => `/releases/files/${part}/1.0.0/browser/${name}`

  it('are each requested once, with the digest of their release', () => {
    const html = documentOf({})
    const asked = [...html.matchAll(/ (?:src|href)="(\/releases[^"]*)"/g)].map(([, url]) => url)
    expect(asked.toSorted()).toEqual(
      [
        file('events', 'page.js'),
        file('events', 'remoteEntry.js'),
        file('shell', 'forms.js'),
        file('shell', 'icon.svg'),
        file('shell', 'shell.js'),
        file('shell', 'text.woff2'),
      ].sort(),
    )
    for (const [tag] of html.matchAll(/<(?:script|link)[^>]*\.(?:js|css)"[^>]*>/g))
      expect(tag).toMatch(/ crossorigin integrity="sha384-[A-Za-z0-9+/]{64}"/)
  })

  it('load after the first paint when they are shared modules of the shell', () => {
    const late = [...documentOf({}).matchAll(/<link[^>]* media="not all" href="([^"]*)"/g)].map(([, url]) => url)
    expect(late).toEqual([file('shell', 'forms.js')])
  })

  it('are only the shell’s when the address is unknown', () => {
    const html = documentOf({ status: 404 }, '/nowhere')
    expect(html).not.toContain('/releases/files/events/1.0.0/browser/page.js')
    expect(html).toContain(file('shell', 'shell.js'))
  })

  it('request fonts behind the words, which do not wait for them', () => {
    const html = documentOf({ html: '<h1>Tides</h1>' })
    expect(html.indexOf('as="font"')).toBeGreaterThan(html.indexOf('<h1>Tides</h1>'))
  })

  it('include styles inside the document, in the order of shell and page, under the names that the run time uses', () => {
    const styles = [...documentOf({}).matchAll(/<style data-href="([^"]*)">([^<]*)<\/style>/g)].map(
      ([, ...each]) => each,
    )
    expect(styles).toEqual([
      [file('shell', 'shell.css'), 'body{margin:0}'],
      [file('events', 'page.css'), 'p{}'],
    ])
  })

  it('start after the boot script, which needs none of them', () => {
    const html = documentOf({})
    expect(html.indexOf('<script>boot()</script>')).toBeGreaterThan(0)
    expect(html.indexOf('<script>boot()</script>')).toBeLessThan(html.indexOf('<style'))
  })
})

describe('the start data of the browser', () => {
  it('is in the document: composition, configuration and the state of the page', () => {
    const html = documentOf({ html: '<p>Sports</p>', state: '{"loaderData":{"a":1}}', styles: '<style>a{}</style>' })
    expect(dataOf(html, 'marram-composition')).toEqual(JSON.parse(JSON.stringify(live.composition)))
    expect(dataOf(html, 'marram-configuration')).toEqual(configuration)
    expect(dataOf(html, 'marram-state')).toEqual({ loaderData: { a: 1 } })
    expect(html).toContain('<div id="root"><p>Sports</p></div>')
    expect(html).toContain('<style>a{}</style>')
  })

  it('has no state when only an app shell was sent', () => {
    expect(dataOf(documentOf({}), 'marram-state')).toBeNull()
  })

  it('names for each section the release to show first, then the last good ones', () => {
    const older = fakeSection('events', '0.9.0').manifest
    const composition = compositionFor(id, shell, { events: [...sections.events, older] }, {})
    expect(composition.sections.events?.releases.map(({ version }) => version)).toEqual(['1.0.0', '0.9.0'])
  })

  it('names the owner of an address even when nothing of it can be loaded', () => {
    const missing = { quiz: { title: 'Quiz', pages: [{ pattern: '/quiz', private: true }] } }
    expect(compositionFor(id, shell, sections, missing).sections.quiz).toEqual({
      title: 'Quiz',
      pages: [{ pattern: '/quiz', private: true }],
      releases: [],
    })
  })
})
