import { createRequire } from 'node:module'
import path from 'node:path'
import { containerName, type ShellRelease } from '@marram/release-contract/release'
import type { RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { browserEnvironment, federationPlugin } from '../bundling/environments'
import { hostVersion, writeGenerated } from '../bundling/part'
import { type PartBuild, partBuild } from '../bundling/part-config'
import { sharedBySection } from '../bundling/shared-modules'

const here = import.meta.dirname
const require = createRequire(import.meta.url)
const inBrowser = (file: string) => path.join(here, 'browser', file)

/** Where the dev server has its own files, on the origin of the pages. */
export const DEV_FILES = '/_dev/'
const ENTRY = 'remoteEntry.js'
const EXPOSED = './.cache/exposed-dev.ts'
const exposedSource = `import { devPages, replacePages } from '@marram/build/dev-pages'
import { pages as present } from '../src/section'
export { forget } from '@marram/build/forget'
export const pages = devPages(() => present)
export const version: string = __PART_VERSION__
declare const __PART_VERSION__: string
import.meta.webpackHot.accept('../src/section', () => void replacePages())
`

export const devPart = (folder: string): PartBuild => ({
  ...partBuild(folder),
  version: '0.0.0-dev',
  development: true,
  dist: '.cache/dev',
})

/** A build of the section in development mode, with updates in place; and the script that gives the page React's own. */
export function devConfig(folder: string, port: number): RsbuildConfig {
  const part = devPart(folder)
  writeGenerated(folder, 'exposed-dev.ts', exposedSource)
  const federation = federationPlugin(part, {
    exposes: { './section': EXPOSED },
    shared: sharedBySection(hostVersion(folder)),
    manifest: false,
    experiments: { asyncStartup: false, externalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
  })
  const usual = browserEnvironment(part, {
    entry: path.join(here, '../bundling/empty'),
    plugins: [federation],
    splitChunks: false,
  })
  return {
    root: folder,
    mode: 'development',
    server: { printUrls: false, cors: false, htmlFallback: false },
    dev: {
      assetPrefix: DEV_FILES,
      hmr: true,
      liveReload: true,
      lazyCompilation: false,
      progressBar: false,
      client: { port, overlay: { errors: true, runtime: true } },
    },
    performance: { printFileSize: false },
    environments: {
      section: {
        source: usual.source,
        resolve: {
          alias: { ...usual.resolve?.alias, '@marram/dev/jsx-dev-runtime$': inBrowser('jsx-dev-runtime.cjs') },
        },
        output: {
          ...usual.output,
          assetPrefix: DEV_FILES,
          minify: false,
          sourceMap: true,
          injectStyles: true,
          distPath: { root: part.dist },
        },
        splitChunks: false,
        // Not `react/jsx-dev-runtime`: federation would ask the shell for it, which has none.
        plugins: [pluginReact({ swcReactOptions: { importSource: '@marram/dev' } })],
        tools: {
          htmlPlugin: false,
          rspack: (config) => {
            config.output ??= {}
            config.output.uniqueName = `${part.name}@dev`
            config.output.chunkLoadingGlobal = `chunks_${containerName(part)}`
            config.watchOptions = { ...config.watchOptions, aggregateTimeout: 10 }
            // One run time for the page, and not one for the section: the plugin's own alias would come first.
            config.resolve ??= {}
            config.resolve.alias = { ...(config.resolve.alias || {}), 'react-refresh': inBrowser('react-refresh') }
            config.plugins = [...(config.plugins ?? []), federation]
          },
        },
      },
      react: {
        source: { entry: { react: inBrowser('react-development.js') } },
        dev: { hmr: false, liveReload: false },
        output: {
          distPath: { root: `${part.dist}/react`, js: '' },
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
      },
    },
  }
}

/** The script that says where a shell's React is, to that of the development build. */
export const shellScript = ({ version, versions, reactModules }: ShellRelease): string =>
  `window.__marramShell=${JSON.stringify({ chunks: `chunks_${containerName({ name: 'shell', version })}`, ids: reactModules, version: versions?.react })}`

export const ENTRY_FILE = `${DEV_FILES}${ENTRY}`
