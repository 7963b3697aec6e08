import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** The settings of a zone, which serves `pages`: those of Next.js's guide, and what our sources need of a bundler. */
export const zone = (pages, own) => ({
  ...own,
  distDir: 'dist',
  bundlePagesRouterDependencies: true,
  compiler: { define: { 'process.env.ZONE_PAGES': pages.join(' '), __PART_VERSION__: '1.0.0' } },
  images: { disableStaticImages: true },
  turbopack: {
    root,
    resolveAlias: {
      'react-router-dom': '../shared/router.jsx',
      'zod/mini': '@marram/api-contract/shapes',
    },
    rules: { '*.svg': { type: 'asset' }, '*.jpg': { type: 'asset' } },
  },
})
