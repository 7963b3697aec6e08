import type { Composition } from '@marram/release-contract/composition'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DevSection, policyForDev, shellOf, withParts } from './document'

const dev = (html: string, section = tides) =>
  withParts(html, { sections: [section], hasShell: false, scripts: ['/_dev/react.js'] })

const block = (id: string, json: string) => `<script type="application/json" id="${id}">${json}</script>`
const live: Composition = {
  id: 'abc',
  shell: { version: '1.0.0', host: '1.4.0' },
  navigation: { more: [{ slot: 'more', title: 'News', path: '/news' }] },
  sections: { 'mfe-news': { title: 'News', pages: [{ pattern: '/news' }], releases: [] } },
}
const page = (state = '{"a":1}', composition: unknown = live) =>
  `<!doctype html><html><head><title>T</title></head><body><div id="root"><h1>News</h1></div>${block('marram-composition', JSON.stringify(composition))}${block('marram-state', state)}</body></html>`
const tides: DevSection = {
  name: 'tides',
  version: '0.0.0-dev',
  title: 'Tides',
  host: '^1.0.0',
  container: 'tides_dev',
  pages: [{ pattern: '/tides' }],
  navigation: [{ slot: 'more', title: 'Tides', path: '/tides' }],
  entry: '/_dev/remoteEntry.js',
  integrity: 'none',
}
const blockIn = (html: string, id: string) =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ?? '') as Composition

it('shows the section of this machine beside the live ones, and renders the page anew', () => {
  const html = dev(page())
  const composition = blockIn(html, 'marram-composition')
  expect(Object.keys(composition.sections)).toEqual(['mfe-news', 'tides'])
  expect(composition.sections.tides?.releases).toMatchObject([
    { entry: '/_dev/remoteEntry.js', container: 'tides_dev' },
  ])
  expect(composition.navigation?.more?.map(({ path }) => path)).toEqual(['/news', '/tides'])
  expect(blockIn(html, 'marram-state')).toBeNull()
  expect(html).toContain('<head><script defer src="/_dev/react.js"></script><title>')
})

it('counts for nobody: its composition is not one that visitors have', () => {
  expect(blockIn(dev(page()), 'marram-composition').id).toBe('dev-abc')
})

it('takes the place of the released one, of which the page may be', () => {
  const released = { ...live.sections['mfe-news'], pages: [{ pattern: '/tides' }], releases: [{ version: '3.0.0' }] }
  const html = dev(page(undefined, { ...live, sections: { tides: released } }))
  const { sections, navigation } = blockIn(html, 'marram-composition')
  expect(sections.tides?.releases.map(({ version }) => version)).toEqual(['0.0.0-dev'])
  expect(navigation?.more?.filter(({ path }) => path === '/tides')).toHaveLength(1)
})

const file = (part: string, name: string) => `/releases/files/${part}/1.0.0/browser/${name}`
const released = (part: string) =>
  `<style data-href="${file(part, 'a.css')}">.a{}</style><link rel="preload" as="script" href="${file(part, 'a.js')}">`
const shellScript = `<script defer src="${file('shell', 'index.js')}" crossorigin></script>`
const withFiles = (...parts: string[]) =>
  page().replace('</head>', () => `${parts.map(released).join('')}${shellScript}</head>`)

it('leaves nothing of its release in its own pages, whose markup needs that', () => {
  const html = dev(withFiles('shell', 'tides'))
  expect(html).not.toContain('/releases/files/tides/')
  expect(html).toContain('<div id="root"></div>')
  expect(html).toContain(released('shell') + shellScript)
})

it('leaves the pages of others as the server rendered them', () => {
  const html = dev(withFiles('shell', 'mfe-news'))
  expect(html).toContain(released('mfe-news'))
  expect(html).toContain('<h1>News</h1>')
})

it('starts the shell of this machine instead of the released one', () => {
  const html = withParts(withFiles('shell'), { sections: [], hasShell: true, scripts: ['/_dev/shell/index.js'] })
  expect(html).not.toContain(shellScript)
  expect(html).toContain('<script defer src="/_dev/shell/index.js"></script>')
  expect(html).toContain(`<style data-href="${file('shell', 'a.css')}">`)
})

it('leaves everything that is no page of a site as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(dev(text)).toBe(text)
    }),
  )
  expect(shellOf('<p>')).toBeUndefined()
})

it('whatever stands in the composition stays data', () => {
  fc.assert(
    fc.property(fc.string(), (title) => {
      const escaped = JSON.stringify({ ...live, id: title }).replaceAll('<', '\\u003c')
      const html = dev(`<head>${block('marram-composition', escaped)}${block('marram-state', '1')}`)
      expect(blockIn(html, 'marram-composition').id).toBe(`dev-${title}`)
    }),
  )
})

it('keeps the site’s policy, but for what the dev server itself needs', () => {
  const policy =
    "default-src 'none'; script-src 'sha256-x' https://a.example/releases/; connect-src 'self'; report-uri /r"
  expect(policyForDev(policy, 'http://localhost:4001')).toBe(
    "default-src 'none'; script-src 'sha256-x' https://a.example/releases/ http://localhost:4001/; connect-src 'self' ws://localhost:4001",
  )
})
