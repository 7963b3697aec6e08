import { createHash } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { containerName } from '@marram/release-contract/release'
import { releaseFileUrl, SHELL } from '@marram/release-contract/release-files'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type EnvironmentConfig, type Rspack, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { chunkRetries } from './chunk-retries'
import type { PartBuild } from './part-config'
import { isProvided, sharedBySection } from './shared-modules'

/**
 * What makes a section a remote of Module Federation: a container with the module `exposed`. Federation's own containers carry a part
 * of its run time, and work where the page has the rest. Those of Rspack need none, and federation's run time loads them as well.
 */
export const federationPlugin = (
  part: PartBuild,
  { exposed, host, manifest = true }: { exposed: string; host: string; manifest?: boolean },
): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const { webpack } = compiler
    const { container } = webpack
    const value = { ...container, ModuleFederationPlugin: container.ModuleFederationPluginV1 }
    compiler.webpack = Object.create(webpack, { container: { value } })
    new ModuleFederationPlugin({
      name: containerName(part),
      filename: 'remoteEntry.js',
      exposes: { './section': exposed },
      shared: sharedBySection(host),
      dts: false,
      manifest,
      dev: false,
    }).apply(compiler)
    compiler.webpack = webpack
  },
})

/** antd is imported by component, so that each is a provided module of its own. */
const antdByComponent = [
  {
    libraryName: 'antd',
    libraryDirectory: 'es',
    style: false,
    camelToDashComponentName: true,
    transformToDefaultImport: true,
  },
]

/** What federation's run time does not do here: read local storage at its start, ask for manifests, and run in Node. */
const ofFederation = { FEDERATION_DEBUG: '""', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' }

const sourceOf = ({ version }: PartBuild, entry: string) => ({
  entry: { index: entry },
  define: { __PART_VERSION__: JSON.stringify(version), ...ofFederation },
  transformImport: antdByComponent,
})

/** Server and browser must use the same address of a picture, so both know where the release's own files are served. */
const assetPrefix = ({ name, version }: PartBuild) => releaseFileUrl(name, version, 'browser/')

const outputOf = (part: PartBuild) =>
  ({
    assetPrefix: assetPrefix(part),
    legalComments: 'none',
    minify: !part.development,
    // The source map of a section’s styles is only for its build's messages, and is not released.
    sourceMap: { js: 'hidden-source-map', css: part.name !== SHELL },
    dataUriLimit: 0,
  }) satisfies EnvironmentConfig['output']

const light = fileURLToPath(import.meta.resolve('@marram/api-contract/shapes'))

/** The names of one file end in one hash, and not each in its own: they are smaller in scripts, styles and pages. */
export const classNames = (part: PartBuild): EnvironmentConfig['tools'] => ({
  cssLoader: (options) => ({
    ...options,
    modules: {
      ...(options.modules as object),
      getLocalIdent: (
        { rootContext, resourcePath }: { rootContext: string; resourcePath: string },
        _,
        local: string,
      ) => {
        const file = path.relative(rootContext, resourcePath).replaceAll('\\', '/')
        return `${part.name}-${local}-${createHash('sha256').update(file).digest('base64url').slice(0, 5)}`
      },
    },
  }),
})

type BrowserBuild = {
  entry: string
  plugins: Rspack.RspackPluginInstance[]
  splitChunks: EnvironmentConfig['splitChunks']
  /** Files in place of what packages name. */
  alias?: Record<string, string>
}

export const browserEnvironment = (
  part: PartBuild,
  { entry, plugins, splitChunks, alias = {} }: BrowserBuild,
): EnvironmentConfig => ({
  source: sourceOf(part, entry),
  resolve: { alias: { ...(!part.checksInput && { 'zod/mini$': light }), ...alias } },
  dev: { assetPrefix: assetPrefix(part), hmr: false, liveReload: false, lazyCompilation: false },
  output: {
    ...outputOf(part),
    target: 'web',
    distPath: { root: `${part.dist}/browser` },
    overrideBrowserslist: ['chrome >= 120', 'firefox >= 120', 'safari >= 17'],
  },
  splitChunks,
  plugins: [pluginReact({ fastRefresh: false })],
  tools: {
    ...classNames(part),
    htmlPlugin: false,
    rspack: {
      output: {
        uniqueName: `${part.name}@${part.version}`,
        chunkLoadingGlobal: `chunks_${containerName(part)}`,
        crossOriginLoading: 'anonymous',
        // A chunk that hangs is abandoned, so that Try again can request it again; slow networks need the long timeout.
        chunkLoadTimeout: 20_000,
        strictModuleErrorHandling: true,
      },
      plugins: [
        ...plugins,
        chunkRetries,
        new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true, htmlPlugin: false }),
      ],
    },
  },
})

/** One CommonJS file. A section's shared modules stay external: the edge links them to the shell of the composition. */
export const serverEnvironment = (
  part: PartBuild,
  { entry, shared }: { entry: string; shared: 'external' | 'bundled' },
): EnvironmentConfig => ({
  source: sourceOf(part, entry),
  dev: { assetPrefix: assetPrefix(part) },
  output: {
    ...outputOf(part),
    target: 'node',
    module: false,
    distPath: { root: `${part.dist}/server` },
    filename: { js: 'index.js' },
    emitCss: false,
    emitAssets: false,
    externals: shared === 'external' ? [externalWhereProvided] : [],
  },
  splitChunks: false,
  // The build of axios that uses `fetch`, the only network function in render processes.
  resolve: { alias: { axios$: 'axios/dist/browser/axios.cjs' } },
  plugins: [pluginReact({ fastRefresh: false })],
  tools: {
    ...classNames(part),
    htmlPlugin: false,
    rspack: { output: { library: { type: 'commonjs2' }, asyncChunks: false } },
  },
})

function externalWhereProvided(
  { request }: { request?: string },
  done: (error?: undefined, result?: string) => void,
): void {
  if (request && isProvided(request)) done(undefined, `commonjs ${request}`)
  else done()
}
