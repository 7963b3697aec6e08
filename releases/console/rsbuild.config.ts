import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

/** A page and its files, as the registry serves them under /console. Nothing is inlined: its policy allows no inline script. */
export default defineConfig({
  source: { entry: { index: './src/main.tsx' } },
  html: { template: './src/index.html', favicon: './src/icon.svg', scriptLoading: 'defer' },
  output: {
    assetPrefix: '/console/',
    distPath: { favicon: 'static' },
    cleanDistPath: true,
    dataUriLimit: 0,
    legalComments: 'none',
    sourceMap: { js: false },
    overrideBrowserslist: ['chrome >= 120', 'firefox >= 120', 'safari >= 17'],
    cssModules: { localIdentName: '[local]-[hash:base64:5]' },
  },
  performance: { printFileSize: false },
  plugins: [pluginReact({ fastRefresh: false })],
})
