import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { containerName } from '@marram/release-contract/release'
import { releaseFileUrl, SHELL } from '@marram/release-contract/release-files'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type EnvironmentConfig, type Rspack, rspack } from '@rsbuild/core'
import { pluginAssetsRetry } from '@rsbuild/plugin-assets-retry'
import { pluginReact } from '@rsbuild/plugin-react'
import type { PartBuild } from './part-config'
import { isProvided } from './shared-modules'

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0]

/** Federation's plugin resolves its run time as CommonJS, which cannot be tree-shaken: its ES modules are 10 KB smaller (Brotli). */
const federationAsModules: Rspack.RspackPluginInstance = {
  apply(compiler) {
    const asModule = (file: string) => file.replace(/\.cjs$/, '.js')
    new rspack.NormalModuleReplacementPlugin(/module-federation.*\.cjs$/, (asked) => {
      asked.request = asModule(asked.request)
    }).apply(compiler)
    // Its first module names others by absolute paths, from which the ids of all modules would follow.
    const relative = (file: string) => `./${path.relative(compiler.context, file).replaceAll('\\', '/')}`
    new rspack.NormalModuleReplacementPlugin(/^@module-federation\/runtime\/rspack\.js!=!data:/, (asked) => {
      asked.request = asked.request.replace(/(?<=from%20%22)[^"]*?(?=%22)/g, (file) =>
        encodeURIComponent(relative(decodeURIComponent(file))),
      )
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
    experiments: { asyncStartup: false, optimization: { disableSnapshot: true, target: 'web' }, ...experiments },
    ...options,
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

const sourceOf = ({ version }: PartBuild, entry: string) => ({
  entry: { index: entry },
  // FEDERATION_DEBUG would make federation's run time read local storage at its start.
  define: { __PART_VERSION__: JSON.stringify(version), FEDERATION_DEBUG: '""' },
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
    cssModules: { localIdentName: `${part.name}-[local]-[hash:base64:5]` },
    dataUriLimit: 0,
  }) satisfies EnvironmentConfig['output']

const light = fileURLToPath(import.meta.resolve('@marram/api-contract/shapes'))

type BrowserBuild = {
  entry: string
  plugins: Rspack.RspackPluginInstance[]
  splitChunks: EnvironmentConfig['splitChunks']
}

export const browserEnvironment = (
  part: PartBuild,
  { entry, plugins, splitChunks }: BrowserBuild,
): EnvironmentConfig => ({
  source: sourceOf(part, entry),
  ...(!part.checksInput && { resolve: { alias: { 'zod/mini$': light } } }),
  dev: { assetPrefix: assetPrefix(part), hmr: false, liveReload: false, lazyCompilation: false },
  output: {
    ...outputOf(part),
    target: 'web',
    distPath: { root: `${part.dist}/browser` },
    overrideBrowserslist: ['chrome >= 120', 'firefox >= 120', 'safari >= 17'],
  },
  splitChunks,
  plugins: [
    pluginReact({ fastRefresh: false }),
    pluginAssetsRetry({ max: 2, addQuery: true, inlineScript: false, crossOrigin: true, test: /^(?!.*remoteEntry)/ }),
  ],
  tools: {
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
        federationAsModules,
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
  tools: { htmlPlugin: false, rspack: { output: { library: { type: 'commonjs2' }, asyncChunks: false } } },
})

function externalWhereProvided(
  { request }: { request?: string },
  done: (error?: undefined, result?: string) => void,
): void {
  if (request && isProvided(request)) done(undefined, `commonjs ${request}`)
  else done()
}
