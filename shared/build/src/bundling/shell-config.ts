import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PACKAGES_FOLDER, type PackedPackage, type ShellRelease } from '@marram/release-contract/release'
import { WATCHDOG } from '@marram/release-contract/release-files'
import type { EnvironmentConfig, RsbuildConfig, Rspack } from '@rsbuild/core'
import type { ChunkGraph } from './chunk-graph'
import { browserEnvironment, serverEnvironment } from './environments'
import { filesIn, hostVersion, readJson, writeGenerated } from './part'
import { type PartBuild, partBuild, partConfig } from './part-config'
import { browserProvideSource, eager, identifier, lazy, packageOf, serverProvideSource } from './shared-modules'
import { exportedNames } from './shared-names'

type ShellOptions = Pick<ShellRelease, 'slots'> & {
  /** Makes the packages that sections are built with, in the folder `into`. Not called for a development build. */
  pack?: (options: { version: string; host: string; into: string }) => Promise<PackedPackage[]>
}

/**
 * The whole build of the shell: browser, server, boot script, packages, and `release.json`. It names no section. `slots`
 * is the number of entries of sections that each slot of its navigation takes.
 */
export function shellConfig(folder: string, { slots, pack }: ShellOptions = {}): RsbuildConfig {
  const part = partBuild(folder)
  const host = hostVersion(folder)
  const versions = providedVersions(folder)
  writeGenerated(folder, PROVIDE, browserProvideSource(versions))
  writeGenerated(folder, 'provide-server.ts', serverProvideSource(part.development))
  return partConfig(folder, part, {
    async describe(graph, dist, compilation) {
      const exports = exportedNames(compilation, PROVIDE)
      const described = { ...describe(graph, dist, part), host, versions, exports, slots }
      if (!pack || part.development) return described
      const packed = await pack({ version: part.version, host, into: path.join(dist, PACKAGES_FOLDER) })
      return { ...described, packages: packed.map((each) => ({ ...each, file: `${PACKAGES_FOLDER}/${each.file}` })) }
    },
    environments: {
      browser: browserEnvironment(part, {
        entry: './src/entry-browser.tsx',
        plugins: [],
        splitChunks,
        alias: part.development ? {} : productionRouter(folder),
      }),
      server: serverEnvironment(part, { entry: './src/entry-server.tsx', shared: 'bundled' }),
      boot: bootEnvironment(part),
    },
  })
}

/** Names and files: to every bundler React Router's package names the files for development, which warn of mistakes. */
export function productionRouter(folder: string): Record<string, string> {
  const above = createRequire(path.join(folder, 'package.json')).resolve('react-router-dom')
  const router = path.dirname(createRequire(above).resolve('react-router/package.json'))
  const fileOf = (name: string) => path.join(router, 'dist/production', name)
  return { 'react-router$': fileOf('index.mjs'), 'react-router/dom$': fileOf('dom-export.mjs') }
}

const PROVIDE = 'provide-browser.ts'

/** Of each module that sections can take: of our own, the version of the host contract. */
export function providedVersions(folder: string): Record<string, string> {
  const require = createRequire(path.join(folder, 'package.json'))
  const versionOf = (name: string) =>
    name.startsWith('@marram/')
      ? hostVersion(folder)
      : readJson<{ version: string }>(require.resolve(`${packageOf(name)}/package.json`)).version
  return Object.fromEntries([...eager, ...lazy].map((name) => [name, versionOf(name)]))
}

/** Of these folders, antd's button, input and select use a few small modules. */
const usedByFields =
  /antd\/es\/(form\/(context|validateMessagesContext|hooks\/useVariants)|modal\/locale|tooltip\/UniqueProvider)/
const dialogFolders =
  /antd\/es\/(form|grid|modal|progress|skeleton|tooltip|upload)\/|@rc-component\/(dialog|progress|tooltip|upload)\//
/** What a form, a dialog or an upload of antd needs and its button, input and select do not. */
const ofDialogs = (module: Rspack.Module): boolean => {
  const file = module.nameForCondition()?.replaceAll('\\', '/') ?? ''
  return dialogFolders.test(file) && !usedByFields.test(file)
}

/** Lazily provided modules are in two chunks, by what pages use together: eight cost 19 KB more, and one contained 31 KB that no page used. */
const splitChunks: EnvironmentConfig['splitChunks'] = {
  preset: 'none',
  chunks: 'all',
  minSize: 20_000,
  maxInitialRequests: 3,
  cacheGroups: {
    defaultVendors: false,
    // Unnamed, it would be called after what is in it: a browser would not know it again in the next version.
    vendor: { test: /node_modules/, chunks: 'initial', name: 'vendor' },
    dialogs: { test: ofDialogs, chunks: 'async', name: 'antd-dialogs', enforce: true, priority: 20 },
    forms: {
      test: /node_modules\/(?!.*(dayjs|web-vitals|module-federation))/,
      chunks: 'async',
      name: 'antd-forms',
      enforce: true,
      priority: 10,
    },
  },
}

/** The boot script, inlined into every page, which runs before first paint; and the script of its worker. */
const bootEnvironment = ({ development, dist }: PartBuild): EnvironmentConfig => ({
  source: { entry: { boot: './src/boot.ts', watchdog: './src/telemetry/watchdog.ts' } },
  output: {
    target: 'web',
    distPath: { root: `${dist}/boot` },
    filename: { js: '[name].js' },
    legalComments: 'none',
    minify: !development,
    sourceMap: false,
  },
  splitChunks: false,
  tools: { htmlPlugin: false },
})

const REACT = {
  react: 'react/index.js',
  'react-dom': 'react-dom/index.js',
  'react-dom/client': 'react-dom/client.js',
  'react/jsx-runtime': 'react/jsx-runtime.js',
}

function reactModules(graph: ChunkGraph): Record<string, string> {
  const ids = Object.entries(REACT).map(([name, file]) => {
    const id = graph.idOf(file)
    if (id === undefined) throw new Error(`shell: ${file} is in none of its chunks`)
    return [name, id]
  })
  return Object.fromEntries(ids)
}

function describe(graph: ChunkGraph, dist: string, part: PartBuild) {
  const browser = (file: string) => `browser/${file}`
  const provides = lazy.map((name) => [name, graph.filesFor(identifier(name)).map(browser)])
  const emitted = filesIn(path.join(dist, 'browser'))
  const fonts = emitted.filter((file) =>
    /(bricolage-grotesque-latin-opsz-normal|figtree-latin-wght-normal)[^/]*\.woff2$/.test(file),
  )
  // These have a build of their own; in the release they stand beside the other two.
  for (const file of ['boot.js', WATCHDOG])
    fs.copyFileSync(path.join(dist, 'boot/static/js', file), path.join(dist, file))
  fs.rmSync(path.join(dist, 'boot'), { recursive: true })
  const icon = emitted.find((file) => /(^|\/)favicon[^/]*\.svg$/.test(file))
  if (!icon) throw new Error('shell: the favicon is missing')
  return {
    kind: 'shell' as const,
    name: part.name,
    version: part.version,
    entry: graph.entryFiles('index').map(browser),
    fonts: fonts.map(browser).sort(),
    icon: browser(icon),
    boot: 'boot.js',
    provides: Object.fromEntries(provides),
    // A development build has React's own already.
    reactModules: part.development ? undefined : reactModules(graph),
  }
}
