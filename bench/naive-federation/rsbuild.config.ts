import { browserEnvironment } from '@marram/build/environments'
import type { PartBuild } from '@marram/build/part-config'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import type { EnvironmentConfig, RsbuildConfig } from '@rsbuild/core'

/** Every library whole, and everybody carries a copy. */
const names = ['react', 'react/', 'react-dom', 'react-dom/', 'react-router-dom', 'zustand', 'dayjs', 'antd']
const ours = ['@marram/sdk/']
const shared = Object.fromEntries(
  [...names, ...ours].map((name) => [name, { singleton: true, requiredVersion: false as const }]),
)

function environment(name: string, entry: string, exposes?: Record<string, string>): EnvironmentConfig {
  const part: PartBuild = {
    name: `naive-${name}`,
    version: '1.0.0',
    development: false,
    dist: `dist/${name}`,
    checksInput: false,
  }
  const federation = new ModuleFederationPlugin({
    name: `naive_${name}`,
    shared,
    dts: false,
    manifest: true,
    ...(exposes && { filename: 'remoteEntry.js', exposes }),
  })
  const usual = browserEnvironment(part, { entry, plugins: [federation], splitChunks: undefined })
  return {
    ...usual,
    // Without what makes federation's run time smaller: this one reads manifests.
    source: { ...usual.source, transformImport: [], define: { __PART_VERSION__: JSON.stringify(part.version) } },
    output: {
      ...usual.output,
      // Not an address of releases: the shell switches off the styles of sections that are not shown.
      assetPrefix: `/naive-${name}/1.0.0/browser/`,
      manifest: name === 'shell',
    },
  }
}

const config: RsbuildConfig = {
  root: import.meta.dirname,
  mode: 'production',
  performance: { printFileSize: false },
  output: { cleanDistPath: true },
  environments: {
    shell: environment('shell', './src/index.ts'),
    content: environment('content', './src/empty.ts', { './section': '@marram/mfe-content/src/section' }),
    events: environment('events', './src/empty.ts', { './section': '@marram/mfe-events/src/section' }),
  },
}

export default config
