import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { integrityOf } from '@marram/files/digest'
import { containerName, RELEASE_FILE, type SectionRelease, type ShellRelease } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'

export type FakeRelease = { name: string; version: string; bytes: Buffer; files: Record<string, string> }

const described = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const bytes = Buffer.from(text)
      return [path, { size: bytes.length, integrity: integrityOf(bytes) }]
    }),
  )

const made = (manifest: SectionRelease | ShellRelease, files: Record<string, string>): FakeRelease => ({
  name: manifest.name,
  version: manifest.version,
  bytes: Buffer.from(JSON.stringify(manifest)),
  files,
})

const filler = '/* the same again and again, so that it compresses */\n'.repeat(40)

/** Renders nothing, and records its requests. */
const shellServer = `
const page = (html, page) => ({ status: 200, html, styles: '', state: null, meta: null, page })
exports.provide = { react: {} }
exports.configureServer = () => {}
exports.prepare = (composition, sections) => ({
  frame: async () => page('<header></header>', null),
  async render(url) {
    let html = '<main></main>'
    for (const section of Object.values(sections)) html = section.render?.(new URL(url).pathname) ?? html
    return page(html, null)
  },
})
`
const sectionServer = "exports.react = require('react')"

export const FEDERATION_MANIFEST = 'static/mf-manifest.json'

/** Module Federation's manifest, with the fields that its parser needs. */
export const federationManifest = (globalName: string, exposes = ['section'], entry = 'static/js/remoteEntry.js') =>
  JSON.stringify({
    metaData: { globalName, publicPath: 'auto', buildInfo: {}, remoteEntry: { path: '', name: basename(entry) } },
    shared: [],
    exposes: exposes.map((name) => ({ name, path: `./${name}` })),
  })

/** A built section; `built` are files that differ, `change` replaces fields of release.json. */
export function fakeSection(
  name: string,
  version: string,
  change: Partial<SectionRelease> & { patterns?: string[]; built?: Record<string, string> } = {},
) {
  const files: Record<string, string> = {
    'static/js/remoteEntry.js': `${filler}self.${name.replaceAll('-', '_')} = '${version}'`,
    'static/js/@page~1.js': `export const page = '${name} ${version}'`,
    'static/js/remoteEntry.js.map': JSON.stringify({ version: 3, sources: [filler] }),
    'static/font.woff2': `font of ${name} ${version}`,
    'static/empty.css': '',
    'server/server.cjs': `${filler}${sectionServer}`,
    [FEDERATION_MANIFEST]: federationManifest(containerName({ name, version })),
  }
  const { patterns = [`/${name}`, `/${name}/:slug`], built, ...changed } = change
  Object.assign(files, built)
  const page = { files: ['static/js/@page~1.js'], needs: ['react'] }
  const manifest: SectionRelease = {
    format: 1,
    kind: 'section',
    name,
    version,
    revision: null,
    title: `The ${name}`,
    host: '^1.0.0',
    manifest: FEDERATION_MANIFEST,
    container: containerName({ name, version }),
    entry: 'static/js/remoteEntry.js',
    expose: [],
    pages: patterns.map((pattern) => ({ pattern, ...page })),
    requires: ['react'],
    server: 'server/server.cjs',
    files: described(files),
    ...changed,
  }
  return made(manifest, files)
}

export function fakeShell(
  version: string,
  { built, ...change }: Partial<ShellRelease> & { built?: Record<string, string> } = {},
) {
  const files: Record<string, string> = {
    'static/js/vendor.js': `vendor of ${version}`,
    'static/js/shell.js': `shell ${version}`,
    'static/css/shell.css': 'body { margin: 0 }',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'boot.js': 'document.documentElement.dataset.theme = "light"',
    'server/server.cjs': shellServer,
  }
  Object.assign(files, built)
  const manifest: ShellRelease = {
    format: 1,
    kind: 'shell',
    name: SHELL,
    version,
    revision: 'abc123',
    host: '1.2.0',
    entry: ['static/js/vendor.js', 'static/js/shell.js', 'static/css/shell.css'],
    fonts: [],
    icon: 'icon.svg',
    boot: 'boot.js',
    provides: { react: [] },
    server: 'server/server.cjs',
    files: described(files),
    ...change,
  }
  return made(manifest, files)
}

/** Writes a release as a build would; returns its folder, which the test removes. */
export function writeRelease({ bytes, files }: FakeRelease): string {
  const folder = mkdtempSync(join(tmpdir(), 'marram-release-'))
  for (const [path, contents] of Object.entries({ ...files, [RELEASE_FILE]: bytes })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), contents)
  }
  return folder
}
