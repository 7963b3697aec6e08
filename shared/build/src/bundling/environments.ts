import { fileURLToPath } from 'node:url'
import { releaseFileUrl } from '@marram/release-contract/release'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type EnvironmentConfig, type Rspack, rspack } from '@rsbuild/core'
import { pluginAssetsRetry } from '@rsbuild/plugin-assets-retry'
import { pluginReact } from '@rsbuild/plugin-react'
import type { PartBuild } from './part-config'
import { isProvided } from './shared-modules'

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0]

/** Federation's plugin resolves its run time as CommonJS, of which nothing can be left out: its ES modules are 10 KB less (Brotli). */
const federationAsModules: Rspack.RspackPluginInstance = {
  apply(compiler) {
    const asModule = (file: string) => file.replace(/\.cjs$/, '.js')
    new rspack.NormalModuleReplacementPlugin(/module-federation.*\.cjs$/, (asked) => {
      asked.request = asModule(asked.request)
    }).apply(compiler)
    compiler.hooks.afterPlugins.tap('federation-as-modules', () => {
      const alias = compiler.options.resolve.alias as Record<string, unknown>
      for (const [name, file] of Object.entries(alias))
        if (name.startsWith('@module-federation/') && typeof file === 'string') alias[name] = asModule(file)
    })
  },
}

export const federationPlugin = (part: PartBuild, { experiments, ...options }: Partial<FederationOptions>) =>
  new ModuleFederationPlugin({
    name: containerName(part),
    filename: 'remoteEntry.js',
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: true,
    dev: false,
    experiments: {
      asyncStartup: false,
      optimization: { disableSnapshot: true, target: 'web' },
      ...experiments,
    },
    ...options,
  })

const light = fileURLToPath(import.meta.resolve('@marram/api-contract/shapes'))

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

const source = ({ version }: PartBuild) => ({
  // FEDERATION_DEBUG would make federation's run time read local storage while it starts.
  define: { __PART_VERSION__: JSON.stringify(version), FEDERATION_DEBUG: '""' },
  transformImport: antdByComponent,
})

/** Server and browser must name a picture alike, so both know where the release's own files are served. */
const assetPrefix = ({ name, version }: PartBuild) => releaseFileUrl(name, version, 'browser/')

/**
 * Global names must differ between parts and between versions: two versions of one live in one page during a fallback.
 * Names have no capitals, so the first `_V` ends the name; each dot and dash of the version has a sign of its own.
 */
export const containerName = ({ name, version }: PartBuild) =>
  `${name.replaceAll('-', '_')}_V${version.replaceAll(/[.-]/g, (mark) => (mark === '.' ? '__' : '_d'))}`

export function browserEnvironment(
  part: PartBuild,
  {
    entry,
    plugins,
    splitChunks,
  }: {
    entry: string
    plugins: Rspack.RspackPluginInstance[]
    splitChunks: EnvironmentConfig['splitChunks']
  },
): EnvironmentConfig {
  return {
    source: { ...source(part), entry: { index: entry } },
    ...(!part.checksInput && { resolve: { alias: { 'zod/mini$': light } } }),
    dev: { assetPrefix: assetPrefix(part), hmr: false, liveReload: false, lazyCompilation: false },
    output: {
      target: 'web',
      distPath: { root: `${part.dist}/browser` },
      assetPrefix: assetPrefix(part),
      legalComments: 'none',
      minify: !part.development,
      sourceMap: { js: 'hidden-source-map' },
      overrideBrowserslist: ['chrome >= 120', 'firefox >= 120', 'safari >= 17'],
      cssModules: { localIdentName: `${part.name}-[local]-[hash:base64:5]` },
      dataUriLimit: 0,
    },
    splitChunks,
    plugins: [
      pluginReact({ fastRefresh: false }),
      pluginAssetsRetry({
        max: 2,
        addQuery: true,
        inlineScript: false,
        crossOrigin: true,
        minify: !part.development,
        test: /^(?!.*remoteEntry)/,
      }),
    ],
    tools: {
      htmlPlugin: false,
      rspack: (config) => {
        config.output ??= {}
        config.output.uniqueName = `${part.name}@${part.version}`
        config.output.chunkLoadingGlobal = `chunks_${containerName(part)}`
        config.output.crossOriginLoading = 'anonymous'
        // A chunk that hangs is given up, so that Try again can ask anew; slow networks need the patience.
        config.output.chunkLoadTimeout = 20_000
        config.output.strictModuleErrorHandling = true
        config.plugins = [
          ...(config.plugins ?? []),
          ...plugins,
          federationAsModules,
          new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true, htmlPlugin: false }),
        ]
      },
    },
  }
}

/** One CommonJS file. A section's shared modules stay external: the edge links them to the shell of the composition. */
export function serverEnvironment(
  part: PartBuild,
  { entry, shared }: { entry: string; shared: 'external' | 'bundled' },
): EnvironmentConfig {
  return {
    source: { ...source(part), entry: { index: entry } },
    dev: { assetPrefix: assetPrefix(part) },
    output: {
      target: 'node',
      assetPrefix: assetPrefix(part),
      module: false,
      distPath: { root: `${part.dist}/server` },
      filename: { js: 'index.js' },
      legalComments: 'none',
      minify: !part.development,
      sourceMap: { js: 'hidden-source-map' },
      emitCss: false,
      emitAssets: false,
      cssModules: { localIdentName: `${part.name}-[local]-[hash:base64:5]` },
      dataUriLimit: 0,
      externals: shared === 'external' ? [externalWhereProvided] : [],
    },
    splitChunks: false,
    // Of axios the build that uses `fetch`: where it runs, there is no other way out.
    resolve: { alias: { axios$: 'axios/dist/browser/axios.cjs' } },
    plugins: [pluginReact({ fastRefresh: false })],
    tools: {
      htmlPlugin: false,
      rspack: (config) => {
        config.output ??= {}
        config.output.library = { type: 'commonjs2' }
        config.output.asyncChunks = false
      },
    },
  }
}

function externalWhereProvided(
  { request }: { request?: string },
  done: (error?: undefined, result?: string) => void,
): void {
  if (request && isProvided(request)) done(undefined, `commonjs ${request}`)
  else done()
}
