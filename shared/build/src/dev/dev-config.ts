import { createRequire } from 'node:module'
import path from 'node:path'
import { containerName, type ShellRelease } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import type { EnvironmentConfig, RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { browserEnvironment, classNames, federationPlugin } from '../bundling/environments'
import { hostVersion, partNameOf, writeGenerated } from '../bundling/part'
import { type PartBuild, partBuild } from '../bundling/part-config'
import { browserProvideSource, eager, lazy } from '../bundling/shared-modules'
import { providedVersions } from '../bundling/shell-config'

const here = import.meta.dirname
const require = createRequire(import.meta.url)
const inBrowser = (file: string) => path.join(here, 'browser', file)

/** Where the dev server has its own files, on the origin of the pages. */
export const DEV_FILES = '/_dev/'
const filesOf = (part: string) => `${DEV_FILES}${part}/`
export const REACT_FILE = `${DEV_FILES}react.js`
/** What the shell loads of a section. */
export const entryOf = (section: string) => `${filesOf(section)}remoteEntry.js`
/** What starts the page where the shell is on this machine too. */
export const SHELL_ENTRY = `${filesOf(SHELL)}index.js`

/**
 * It takes all that the shell provides at once: federation gives a module only to chunks that asked for it at the start,
 * and an edit may import one more.
 */
const exposedSource = `import { devPages, replacePages } from '@marram/build/dev-pages'
import * as own from '../src/section'
export { forget } from '@marram/build/forget'
export const pages = devPages(() => own)
export const version: string = __PART_VERSION__
declare const __PART_VERSION__: string
import.meta.webpackHot.accept('../src/section', () => void replacePages())
void Promise.all([
${[...eager, ...lazy]
  .filter((name) => name !== 'react/jsx-runtime')
  .map((name) => `  import('${name}'),`)
  .join('\n')}
])
`

export const devPart = (folder: string): PartBuild => ({
  ...partBuild(folder),
  version: '0.0.0-dev',
  development: true,
  dist: path.join(folder, '.cache/dev'),
})

/** Builds of these parts in development mode, with updates in place; and the script that gives the page React's own. */
export function devConfig(folders: string[], port: number): RsbuildConfig {
  const environments = folders.map((folder) => [partNameOf(folder), environmentOf(folder)] as const)
  return {
    root: folders[0] as string,
    mode: 'development',
    server: { printUrls: false, cors: false, htmlFallback: false },
    dev: {
      hmr: true,
      liveReload: true,
      lazyCompilation: false,
      progressBar: false,
      client: { port, overlay: { errors: true, runtime: true } },
    },
    performance: { printFileSize: false },
    environments: { ...Object.fromEntries(environments), react: reactEnvironment(devPart(folders[0] as string).dist) },
  }
}

function environmentOf(folder: string): EnvironmentConfig {
  const part = devPart(folder)
  const { name, dist } = part
  const isShell = name === SHELL
  const { entry, plugins, alias } = isShell ? ofShell(folder) : ofSection(part, folder)
  const usual = browserEnvironment(part, { entry, plugins, splitChunks: false })
  return {
    source: usual.source,
    resolve: {
      alias: {
        ...(usual.resolve?.alias as Record<string, string> | undefined),
        ...alias,
        '@marram/dev/jsx-dev-runtime$': inBrowser('jsx-dev-runtime.cjs'),
      },
    },
    dev: { assetPrefix: filesOf(name) },
    output: {
      ...usual.output,
      assetPrefix: filesOf(name),
      minify: false,
      sourceMap: true,
      injectStyles: true,
      distPath: { root: dist, js: '' },
      filename: { js: '[name].js' },
    },
    splitChunks: false,
    // Not `react/jsx-dev-runtime`: federation would ask the shell for it, which has none.
    plugins: [
      pluginReact({
        swcReactOptions: { importSource: '@marram/dev' },
        // What React Refresh adds to files asks for its run time, which must be there before.
        reactRefreshOptions: { exclude: [/[\\/]node_modules[\\/]/, inBrowser('react-refresh')] },
      }),
    ],
    tools: {
      ...classNames(part),
      htmlPlugin: false,
      rspack: (config) => {
        config.output ??= {}
        config.output.uniqueName = `${name}@dev`
        config.output.chunkLoadingGlobal = `chunks_${containerName(part)}`
        config.watchOptions = { ...config.watchOptions, aggregateTimeout: 10 }
        // What cannot be built lacks the modules that it imports: their components would come back as others, without state.
        config.optimization = { ...config.optimization, emitOnErrors: false }
        // One run time for the page, and not one for each part: the plugin's own alias would come first.
        config.resolve ??= {}
        config.resolve.alias = { ...(config.resolve.alias || {}), 'react-refresh': inBrowser('react-refresh') }
        config.plugins = [...(config.plugins ?? []), ...plugins]
      },
    },
  }
}

function ofSection(part: PartBuild, folder: string) {
  const exposed = writeGenerated(folder, 'exposed-dev.ts', exposedSource)
  const plugins = [federationPlugin(part, { exposed, host: hostVersion(folder), manifest: false })]
  return { entry: path.join(here, '../bundling/empty'), plugins, alias: {} }
}

const REACT = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']

/** Its React is that of the page too. */
function ofShell(folder: string) {
  writeGenerated(folder, 'provide-browser.ts', browserProvideSource(providedVersions(folder)))
  const fromPage = REACT.map((name) => {
    const source = `module.exports = globalThis.__marramDev.modules['${name}']\n`
    return [`${name}$`, writeGenerated(folder, `dev-${name.replace('/', '-')}.cjs`, source)] as const
  })
  return { entry: path.join(folder, 'src/entry-browser.tsx'), plugins: [], alias: Object.fromEntries(fromPage) }
}

const reactEnvironment = (dist: string): EnvironmentConfig => ({
  source: { entry: { react: inBrowser('react-development.js') } },
  dev: { hmr: false, liveReload: false, assetPrefix: DEV_FILES },
  output: {
    assetPrefix: DEV_FILES,
    distPath: { root: `${dist}-react`, js: '' },
    filename: { js: '[name].js' },
    sourceMap: false,
    minify: false,
  },
  resolve: {
    alias: {
      'react-refresh/runtime$': createRequire(require.resolve('@rsbuild/plugin-react')).resolve(
        'react-refresh/runtime',
      ),
    },
  },
  splitChunks: false,
  tools: { htmlPlugin: false },
})

/** Tells the development build of React where that of the shell is. `isHere`: the shell is one of this machine. */
export const shellScript = ({ version, versions, reactModules }: ShellRelease, isHere: boolean): string => {
  const chunks = `chunks_${containerName({ name: SHELL, version })}`
  return `window.__marramShell=${JSON.stringify({ chunks, ids: reactModules, version: versions?.react, isHere })}`
}
