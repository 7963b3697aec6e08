import fs from 'node:fs'
import path from 'node:path'
import { browserEnvironment } from '@marram/build/environments'

const sdk = ['api-client', 'api-error', 'configuration', 'page-meta', 'report', 'session', 'storage', 'toast']
/** What the import map has for everybody: for each file the modules that it stands for, and what it exports. */
const shared = {
  react: {
    modules: ['react', 'react/jsx-runtime'],
    source: `export * from 'react'; export { default } from 'react'; export { jsx, jsxs } from 'react/jsx-runtime'`,
  },
  'react-dom': {
    modules: ['react-dom', 'react-dom/client'],
    source: `export * from 'react-dom'; export { createRoot, hydrateRoot } from 'react-dom/client'`,
  },
  // Not all of it, which would be 30 KB more.
  'react-router-dom': {
    modules: ['react-router-dom'],
    source: `export {
      createBrowserRouter, data, isRouteErrorResponse, Link, NavLink, Outlet, redirect, RouterProvider,
      UNSAFE_DataRouterStateContext, useBlocker, useLoaderData, useLocation, useMatches, useNavigate, useNavigation,
      useParams, useRevalidator, useRouteError, useSearchParams
    } from 'react-router-dom'`,
  },
  sdk: {
    modules: sdk.map((name) => `@marram/sdk/${name}`),
    source: sdk.map((name) => `export * from '@marram/sdk/${name}'`).join(';'),
  },
  'single-spa': { modules: ['single-spa'], source: `export * from 'single-spa'` },
}
const applications = ['root-config', 'layout', 'content', 'events']
const addressOf = (name) => `/single-spa-${name}/1.0.0/browser/`
const fileOf = (name) => `${addressOf(name)}static/js/index.js`
const imports = Object.fromEntries([
  ...Object.entries(shared).flatMap(([name, { modules }]) => modules.map((module) => [module, fileOf(name)])),
  ...applications.map((name) => [`@marram/single-spa-${name}`, fileOf(name)]),
])
fs.mkdirSync(path.join(import.meta.dirname, 'dist'), { recursive: true })
fs.writeFileSync(path.join(import.meta.dirname, 'dist/import-map.json'), JSON.stringify({ imports }))

/** One ES module, whose imports of other files the browser resolves by the import map. */
function environment(name, entry, own = []) {
  const part = {
    name: `single-spa-${name}`,
    version: '1.0.0',
    development: false,
    dist: `dist/${name}`,
    checksInput: false,
  }
  const usual = browserEnvironment(part, { entry, plugins: [], splitChunks: false })
  return {
    ...usual,
    output: {
      ...usual.output,
      assetPrefix: addressOf(name),
      filenameHash: false,
      sourceMap: false,
      injectStyles: name !== 'layout',
      module: true,
    },
    tools: {
      ...usual.tools,
      rspack: [
        usual.tools.rspack,
        {
          externalsType: 'module-import',
          externals: Object.keys(imports).filter((each) => !own.includes(each)),
          output: { library: { type: 'module' } },
        },
      ],
    },
  }
}

export default {
  root: import.meta.dirname,
  mode: 'production',
  performance: { printFileSize: false },
  output: { cleanDistPath: true },
  environments: Object.fromEntries([
    ...Object.entries(shared).map(([name, { modules, source }]) => [
      name,
      environment(name, `data:text/javascript,${encodeURIComponent(source)}`, modules),
    ]),
    ...applications.map((name) => [name, environment(name, `./src/${name}`)]),
  ]),
}
