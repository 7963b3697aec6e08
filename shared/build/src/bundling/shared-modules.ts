/**
 * The one list of modules that the shell provides and sections never carry.
 * `eager` is in the shell's first load; `lazy` is fetched when a page needs it.
 */
const antdComponents = ['button', 'form', 'input', 'modal', 'select', 'upload']

export const eager = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'zustand',
  '@marram/sdk/api-client',
  '@marram/sdk/api-error',
  '@marram/sdk/configuration',
  '@marram/sdk/page-meta',
  '@marram/sdk/report',
  '@marram/sdk/router',
  '@marram/sdk/session',
  '@marram/sdk/toast',
]

export const lazy = ['dayjs', '@marram/sdk/antd-scope', ...antdComponents.map((name) => `antd/es/${name}`)]

/** The development run time of JSX; provided on the server only, where production and development builds may meet. */
export const developmentOnly = 'react/jsx-dev-runtime'

export const isProvided = (request: string) =>
  request === developmentOnly || eager.includes(request) || lazy.includes(request)

/** Ranges that a section asks for; a shell with another major of these is another host contract. */
const libraryRanges: Record<string, string> = {
  react: '^19.0.0',
  'react-dom': '^19.0.0',
  dayjs: '^1.11.0',
  zustand: '^5.0.0',
  antd: '^6.0.0',
}

const requiredVersion = (name: string, hostVersion: string) =>
  name.startsWith('@marram/') ? `^${hostVersion.split('.')[0]}.0.0` : (libraryRanges[packageOf(name)] as string)

/** The package that a provided module of a library belongs to. */
export const packageOf = (name: string) => name.split('/')[0] as string

/** The modules that a section needs from the shell. */
export const rangesOf = (names: string[], hostVersion: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, requiredVersion(name, hostVersion)]))

type Shared = { singleton: true; import: false; requiredVersion: string }

/** What the containers of sections ask for: none has a copy of its own. */
export const sharedBySection = (hostVersion: string): Record<string, Shared> =>
  Object.fromEntries(
    [...eager, ...lazy].map((name) => [
      name,
      { singleton: true, import: false, requiredVersion: requiredVersion(name, hostVersion) },
    ]),
  )

/** Also the name of the chunk that fetches a lazy one. */
export const identifier = (name: string) => name.replace(/\W/g, '_')

/** Source of the browser's table: name → version, and what gives the module, at once or as a promise. */
export function browserProvideSource(versions: Record<string, string>): string {
  const imports = eager.map((name) => `import * as ${identifier(name)} from '${name}'`)
  const getterOf = (name: string) =>
    eager.includes(name)
      ? `() => ${identifier(name)}`
      : `() => import(/* webpackChunkName: "${identifier(name)}" */ '${name}')`
  const table = [...eager, ...lazy].map((name) => `  '${name}': ['${versions[name]}', ${getterOf(name)}],`)
  const type = 'Record<string, [version: string, get: () => unknown]>'
  return `${imports.join('\n')}\nexport const provided: ${type} = {\n${table.join('\n')}\n}\n`
}

/** Source of the server's table: name → module, for linking section builds. */
export function serverProvideSource(development: boolean): string {
  const names = [...eager, ...lazy, ...(development ? [developmentOnly] : [])]
  const imports = names.map((name) => `import * as ${identifier(name)} from '${name}'`)
  const table = names.map((name) => `  '${name}': ${identifier(name)},`)
  return `${imports.join('\n')}\nexport const provide: Record<string, unknown> = {\n${table.join('\n')}\n}\n`
}
