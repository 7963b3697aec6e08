import { integrityOf } from '@marram/files/digest'
import type { DiscoveryEntry, ReleaseReference } from '@marram/release-contract/discovery'
import {
  containerName,
  RELEASE_FILE,
  type ReleaseManifest,
  type SectionRelease,
  type ShellRelease,
} from '@marram/release-contract/release'
import type { CallApi } from '@marram/rendering/api-calls'

/** For render processes whose pages make no calls. */
export const noApi: CallApi = () => Promise.reject(new Error('there is no API in this test'))

export type FakeRelease<Manifest extends ReleaseManifest = ReleaseManifest> = {
  manifest: Manifest
  files: Record<string, Buffer>
  reference: ReleaseReference
}

/** Stops its thread as a loop without end does, for so long, and leaves the processor to the other tests. */
export const hang = (ms = Number.POSITIVE_INFINITY) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`

/** In a page: the id of the process that renders it. Inside, that process may be the first one. See process-ids.ts. */
export const PROCESS = '[process]'

/** Ends its process: takes more memory than there is. */
export const crash = '{ const all = []; for (;;) all.push(new Array(3e6).fill(all)) }'

/** Renders the texts of its sections, and simulates bad builds on request. */
export const shellServer = `
const leaked = []
const page = (html, more) => ({ status: 200, html, styles: '', state: null, meta: null, page: null, ...more })
exports.provide = { greeting: { word: 'Hello' } }
exports.configureServer = (apiUrl, configuration, onReport) => Object.assign(exports, { apiUrl, report: onReport })
exports.prepare = (composition, sections, said = Object.values(sections).map(({ say }) => say)) => ({
  frame: async () => page('<header>app shell of ' + composition.id + '</header>'),
  async render(url, _, from) {
    const { pathname, search } = new URL(url)
    if (pathname === '/throws') throw new Error('this page cannot be rendered')
    if (pathname === '/spins') for (;;);
    if (pathname === '/hangs') ${hang()}
    if (pathname === '/busy') ${hang(700)}
    if (pathname === '/waits') return new Promise(() => {})
    if (pathname.startsWith('/slow-')) await new Promise((resolve) => setTimeout(resolve, 2000))
    if (pathname === '/exits') ${crash}
    if (pathname === '/leaks') leaked.push(Array.from({ length: 2e6 }, (_, i) => ({ i })))
    if (pathname === '/grows') leaked.push(Array.from({ length: 2e5 }, (_, i) => ({ i })))
    if (pathname === '/hoards') leaked.push(Buffer.alloc(2e7, 1))
    if (pathname === '/stray') Promise.reject(new Error('nothing awaits this'))
    if (pathname === '/fails-in-a-loop') for (let n = 0; n < 2000; n++) Promise.reject(new Error('again'))
    if (pathname === '/reports') exports.report({ kind: 'surprise', message: 'told', error: new Error('why') })
    if (pathname === '/request') return page(String(from.request))
    if (pathname === '/environment') return page(JSON.stringify(process.env))
    if (pathname === '/process') return page('${PROCESS}')
    if (pathname === '/links') return page(JSON.stringify(globalThis.linked ?? {}))
    if (pathname === '/new')
      return page('', { status: Object.values(composition.sections).some(({ pages }) => pages.some(({ pattern }) => pattern === pathname)) ? 503 : 404 })
    if (pathname === '/missing') return page('nothing here', { status: 404 })
    if (pathname === '/elsewhere') return page('', { status: 302, location: '/sports#open' })
    if (pathname === '/content') {
      const response = await fetch(exports.apiUrl + '/api/content').catch(() => undefined)
      const calls = { failed: !response?.ok, revisions: [response?.headers.get('x-content-revision') ?? null] }
      return response?.ok ? page(await response.text(), { calls }) : page('no content', { status: 503, calls })
    }
    return page(said.map((say) => say(pathname + search)).join(' '), { meta: { title: 'Page' } })
  },
})
`

export const sectionServer = (name: string, version: string) => `
const { word } = require('greeting')
globalThis.linked ??= {}
globalThis.linked['${name}@${version}'] = (globalThis.linked['${name}@${version}'] ?? 0) + 1
exports.say = (path) => word + ' from ${name} ${version} at ' + path
`

const SHELL_FILES = {
  'browser/shell.js': 'shell()',
  'browser/shell.css': 'body{margin:0}',
  'browser/forms.js': 'forms()',
  'browser/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'browser/text.woff2': 'font',
  'watchdog.js': 'watch()',
  'boot.js': 'document.documentElement.dataset.script="on"',
}

export function fakeShell(
  version = '1.0.0',
  { server = shellServer, ...change }: Partial<Omit<ShellRelease, 'server'>> & { server?: string } = {},
): FakeRelease<ShellRelease> {
  return made(
    {
      format: 1,
      kind: 'shell',
      name: 'shell',
      version,
      revision: null,
      host: '1.2.0',
      entry: ['browser/shell.css', 'browser/shell.js'],
      fonts: ['browser/text.woff2'],
      icon: 'browser/icon.svg',
      boot: 'boot.js',
      provides: { react: [], 'antd/es/form': ['browser/forms.js'] },
      server: 'server/index.js',
      files: {},
      ...change,
    },
    { ...SHELL_FILES, 'server/index.js': server },
  )
}

/** A page with files, and others at `more`: the fake shell handles no address without an owner. */
export const fakePages = (pattern: string, ...more: string[]): SectionRelease['pages'] => [
  { pattern, files: ['browser/page.js', 'browser/page.css'], needs: ['react', 'antd/es/form'] },
  ...more.map((each) => ({ pattern: each, files: [], needs: [] })),
]

export function fakeSection(
  name = 'events',
  version = '1.0.0',
  {
    server = sectionServer(name, version),
    more = {},
    ...change
  }: Partial<Omit<SectionRelease, 'server'>> & { server?: string; more?: Record<string, string> } = {},
): FakeRelease<SectionRelease> {
  const files = {
    'browser/remoteEntry.js': `${name} ${version}`,
    'browser/page.js': 'page()',
    'browser/page.css': 'p{}',
  }
  return made(
    {
      format: 1,
      kind: 'section',
      name,
      version,
      revision: null,
      title: `The ${name}`,
      host: '^1.0.0',
      container: containerName({ name, version }),
      entry: 'browser/remoteEntry.js',
      expose: [],
      pages: fakePages(`/${name}`),
      requires: ['react'],
      server: 'server/index.js',
      files: {},
      ...change,
    },
    { ...files, ...more, 'server/index.js': server },
  )
}

function made<Manifest extends ReleaseManifest>(
  manifest: Manifest,
  texts: Record<string, string>,
): FakeRelease<Manifest> {
  const files = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))
  const described = Object.entries(files).map(([file, bytes]) => [
    file,
    { size: bytes.length, integrity: integrityOf(bytes) },
  ])
  const whole = { ...manifest, files: Object.fromEntries(described) }
  const bytes = Buffer.from(JSON.stringify(whole))
  const { name, version } = manifest
  return {
    manifest: whole,
    files: { ...files, [RELEASE_FILE]: bytes },
    reference: {
      version,
      manifest: `/releases/files/${name}/${version}/${RELEASE_FILE}`,
      manifestIntegrity: integrityOf(bytes),
      ...(manifest.kind === 'section' && {
        title: manifest.title,
        pages: manifest.pages.map(({ pattern, requiresLogin, private: personal }) => ({
          pattern,
          requiresLogin,
          private: personal,
        })),
      }),
    },
  }
}

/** How the discovery document names a release. */
export const entryOf = (
  { manifest, reference }: FakeRelease,
  {
    fallbacks = [],
    traffic = 100,
    stable = true,
    stopped,
  }: { fallbacks?: FakeRelease[]; traffic?: number; stable?: boolean; stopped?: { notice?: string } } = {},
): DiscoveryEntry => ({
  url: `/releases/files/${manifest.name}/${manifest.version}/browser/entry.js`,
  metadata: { version: manifest.version, integrity: reference.manifestIntegrity },
  deployment: { traffic, default: stable },
  extras: { ...reference, salt: 'salt', fallbacks: fallbacks.map((each) => each.reference), stopped },
})
