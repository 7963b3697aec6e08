import fs from 'node:fs'
import path from 'node:path'
import { PACKAGES_FOLDER, type PackedPackage, type ShellRelease } from '@marram/release-contract/release'
import { WATCHDOG } from '@marram/release-contract/release-files'
import { type EnvironmentConfig, mergeRsbuildConfig, type RsbuildConfig, type Rspack } from '@rsbuild/core'
import type { ChunkGraph } from './chunk-graph'
import { browserEnvironment, federationPlugin, serverEnvironment } from './environments'
import { filesIn, hostVersion, readJson, writeGenerated } from './part'
import { type PartBuild, partBuild, partConfig } from './part-config'
import { browserProvideSource, lazy, serverProvideSource, sharedByShell } from './shared-modules'
import { exportedNames } from './shared-names'

type FederationManifest = {
  shared: { name: string; version: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[]
}

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
  writeGenerated(folder, 'provide-browser.ts', browserProvideSource())
  writeGenerated(folder, 'provide-server.ts', serverProvideSource(part.development))
  const federation = federationPlugin(part, {
    shared: sharedByShell(host),
    experiments: { provideExternalRuntime: true },
  })
  return partConfig(folder, part, {
    async describe(graph, dist, compilation) {
      const described = { ...describe(graph, dist, part, host), exports: exportedNames(compilation), slots }
      if (!pack || part.development) return described
      const packed = await pack({ version: part.version, host, into: path.join(dist, PACKAGES_FOLDER) })
      return { ...described, packages: packed.map((each) => ({ ...each, file: `${PACKAGES_FOLDER}/${each.file}` })) }
    },
    // The plugin's own retry would load files of the document without their digest; ours does not.
    unused: /^browser\/(static\/js\/assets-retry\.|mf-stats\.json$)/,
    environments: {
      browser: mergeRsbuildConfig(
        browserEnvironment(part, { entry: './src/entry-browser.tsx', plugins: [federation], splitChunks }),
        // All others follow from the absolute paths of what federation shares; these cost 3 KB.
        { tools: { rspack: { optimization: { moduleIds: 'named' } } } },
      ),
      server: serverEnvironment(part, { entry: './src/entry-server.tsx', shared: 'bundled' }),
      boot: bootEnvironment(part),
    },
  })
}

const DIALOGS = 'antd-dialogs'
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
    // Unnamed, it would be called after what is in it: a browser would not know it again in the next version.
    vendor: { test: /node_modules/, chunks: 'initial', name: 'vendor' },
    dialogs: { test: ofDialogs, chunks: 'async', name: DIALOGS, enforce: true, priority: 20 },
    forms: {
      test: /node_modules\/(?!.*(dayjs|web-vitals))/,
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

/** Its order follows from absolute paths too. Returns what the manifest shares. */
function sortManifest(file: string): FederationManifest['shared'] {
  const manifest = readJson<FederationManifest>(file)
  manifest.shared.sort((a, b) => (a.name < b.name ? -1 : 1))
  fs.writeFileSync(file, JSON.stringify(manifest, null, 2))
  return manifest.shared
}

function describe(graph: ChunkGraph, dist: string, part: PartBuild, host: string) {
  const browser = (file: string) => `browser/${file}`
  const shared = sortManifest(path.join(dist, 'browser/mf-manifest.json'))
  const provides = shared
    .filter(({ name }) => lazy.includes(name))
    .map(({ name, assets }) => {
      // The manifest names the dialogs' chunk for every module of antd; the run time asks for it with theirs alone.
      const isAsked = (file: string) => !file.includes(`/${DIALOGS}.`) || dialogFolders.test(`${name}/`)
      return [name, [...assets.js.sync, ...assets.css.sync].filter(isAsked).map(browser)]
    })
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
    host,
    entry: graph.entryFiles('index').map(browser),
    fonts: fonts.map(browser).sort(),
    icon: browser(icon),
    boot: 'boot.js',
    manifest: browser('mf-manifest.json'),
    provides: Object.fromEntries(provides),
    // A development build has React's own already.
    reactModules: part.development ? undefined : reactModules(graph),
    versions: Object.fromEntries(shared.map(({ name, version }) => [name, version])),
  }
}
