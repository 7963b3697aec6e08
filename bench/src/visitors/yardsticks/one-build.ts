import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { PublicConfiguration } from '@marram/release-contract/composition'
import type { Browser } from '@playwright/test'
import { type Front, type StaticResponse, startFront } from '../front'
import { openCold } from '../page-load'
import {
  buildYardstick,
  commonHead,
  dataBlock,
  dataOf,
  fontTag,
  initialFiles,
  inlineStyleTag,
  preloadTag,
  readFiles,
  sameFonts,
  scriptTag,
  staticResponse,
} from './built-files'

type Rendered = { html: string; styles: string; state: unknown; head: Record<string, string>[] }
type ServerBuild = {
  configureServer(apiUrl: string, configuration: PublicConfiguration, onReport: () => void): void
  render(url: string): Promise<Rendered>
}
export type OneBuild = {
  /** Rendered in the browser, and on a server. Pages that `learn` has seen, others without what they preload. */
  browser: Front
  server: Front
  learn(browser: Browser, path: string): Promise<void>
}

const PREFIX = '/one-build/1.0.0/browser/'

/** The same sources as one application, behind a server that does nothing but send them, beside the site's API. */
export async function startOneBuild(site: string, ours: string): Promise<OneBuild> {
  const dist = buildYardstick('one-build')
  // The sources above it are modules; what is built for a server is CommonJS.
  fs.writeFileSync(path.join(dist, 'server/package.json'), '{ "type": "commonjs" }\n')
  const files = readFiles(path.join(dist, 'browser'), PREFIX)
  const initial = initialFiles(path.join(dist, 'browser'))
  const configuration = dataOf(ours, 'marram-configuration') as PublicConfiguration
  const server = createRequire(import.meta.url)(path.join(dist, 'server/index.js')) as ServerBuild
  server.configureServer(site, configuration, () => {})
  const documents = { browser: new Map<string, StaticResponse>(), server: new Map<string, StaticResponse>() }
  const front = (kind: 'browser' | 'server') =>
    startFront(site, (asked) => files.get(asked) ?? documents[kind].get(asked))
  const write = (path: string, needs: string[], rendered: Rendered) => {
    const pageOf = (kind: 'browser' | 'server') =>
      htmlOf({ kind, files, initial, needs, rendered, configuration, fonts: sameFonts(ours, files) })
    documents.browser.set(path, staticResponse(pageOf('browser'), 'text/html'))
    documents.server.set(path, staticResponse(pageOf('server'), 'text/html'))
  }
  const fronts = { browser: await front('browser'), server: await front('server') }
  return {
    ...fronts,
    async learn(browser, path) {
      const rendered = await server.render(`http://one-build.invalid${path}`)
      write(path, [], rendered)
      const needs = await openCold(browser, fronts.browser.url + path, {
        slow: false,
        use: async (_page, load) => {
          const needed = (await load()).requests
            .filter(({ kind, url, depth }) => depth > 1 && (['XHR', 'Fetch'].includes(kind) || /\.(js|css)$/.test(url)))
            .map(({ url }) => url.slice(fronts.browser.url.length))
          return [...new Set(needed)]
        },
      })
      write(path, needs, rendered)
    },
  }
}

type Written = {
  kind: 'browser' | 'server'
  files: Map<string, StaticResponse>
  initial: { js: string[]; css: string[] }
  needs: string[]
  rendered: Rendered
  configuration: PublicConfiguration
  fonts: string[]
}

/**
 * As the site's own: styles are part of the document and what the page needs is preloaded, files of both, the data of the one
 * that is rendered in the browser. What a server rendered is not kept waiting by scripts, and its largest picture is preloaded.
 */
function htmlOf({ kind, files, initial, needs, rendered, configuration, fonts }: Written): string {
  const later = needs.filter((file) => !initial.js.includes(file) && !initial.css.includes(file))
  const styles = [...initial.css, ...later.filter((file) => file.endsWith('.css'))]
  const head = [
    commonHead(),
    ...(kind === 'server' ? rendered.head.map(headTag) : []),
    ...styles.map((file) => inlineStyleTag(file, files)),
    ...(kind === 'browser' ? fonts.map(fontTag) : []),
    ...initial.js.map((file) => scriptTag(file, kind === 'server' ? 'auto' : 'high')),
    ...later
      .filter((file) => file.endsWith('.js'))
      .map((file) => preloadTag(file, files, kind === 'server' ? 'low' : 'high')),
    ...(kind === 'browser' ? later.filter((file) => file.startsWith('/api/')) : []).map(
      (call) => `<link rel="preload" as="fetch" href="${call}" crossorigin>`,
    ),
    kind === 'server' ? rendered.styles : '',
  ]
  const body = [
    `<div id="root">${kind === 'server' ? rendered.html : ''}</div>`,
    // Behind the words, as ours are (record 258).
    ...(kind === 'server' ? fonts.map(fontTag) : []),
    dataBlock('marram-configuration', configuration),
    dataBlock('marram-state', kind === 'server' ? rendered.state : null),
  ]
  // What is far below is laid out once the page responds, as ours is.
  return `<!doctype html><html lang="en" data-arrival="top"><head>${head.join('')}</head><body>${body.join('')}</body></html>`
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const headTag = (attributes: Record<string, string>) =>
  `<${attributes.rel ? 'link' : 'meta'} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')}>`
