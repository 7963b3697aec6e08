import { browserEnvironment, serverEnvironment } from '@marram/build/environments'
import type { PartBuild } from '@marram/build/part-config'
import type { RsbuildConfig } from '@rsbuild/core'

const part: PartBuild = { name: 'one-build', version: '1.0.0', development: false, dist: 'dist', checksInput: false }

/** Not an address of releases: the shell switches off the styles of sections that are not shown. */
const assetPrefix = '/one-build/1.0.0/browser/'
const browser = browserEnvironment(part, { entry: './src/entry-browser.tsx', plugins: [], splitChunks: undefined })
const server = serverEnvironment(part, { entry: './src/entry-server.tsx', shared: 'bundled' })

/** The same compilers and limits as every part, without federation, cut into chunks as Rsbuild does by itself. */
const config: RsbuildConfig = {
  root: import.meta.dirname,
  mode: 'production',
  performance: { printFileSize: false },
  output: { cleanDistPath: true },
  environments: {
    browser: { ...browser, output: { ...browser.output, assetPrefix, manifest: true } },
    server: { ...server, output: { ...server.output, assetPrefix } },
  },
}

export default config
