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

function requirement(name: string, hostVersion: string) {
  if (name.startsWith('@marram/')) return { version: hostVersion, requiredVersion: `^${hostVersion.split('.')[0]}.0.0` }
  return { requiredVersion: libraryRanges[name.split('/')[0] as string] as string }
}

/** The modules that a section needs from the shell. */
export const rangesOf = (names: string[], hostVersion: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, requirement(name, hostVersion).requiredVersion]))

type Shared = { singleton: true; requiredVersion: string; version?: string; eager?: true; import?: false }

const sharing = (names: string[], hostVersion: string, how: Partial<Shared> = {}): Record<string, Shared> =>
  Object.fromEntries(
    names.map((name) => [
      // React's JSX run times are consumed under the prefix `react/`.
      name === 'react/jsx-runtime' ? 'react/' : name,
      { singleton: true, ...how, ...requirement(name, hostVersion) },
    ]),
  )

export const sharedByShell = (hostVersion: string) => ({
  ...sharing(eager, hostVersion, { eager: true }),
  ...sharing(lazy, hostVersion),
})

export const sharedBySection = (hostVersion: string) => sharing([...eager, ...lazy], hostVersion, { import: false })

const identifier = (name: string) => name.replace(/\W/g, '_')

/**
 * Source of the module that makes the shell import every name that it provides:
 * federation can only provide what its build has seen.
 */
export function browserProvideSource(): string {
  const imports = eager.filter((name) => !name.startsWith('react')).map((name) => `import '${name}'`)
  const loaders = lazy.map((name) => `export const ${identifier(name)} = () => import('${name}')`)
  return `${[...imports, ...loaders].join('\n')}\n`
}

/** Source of the server's table: name → module, for linking section builds. */
export function serverProvideSource(development: boolean): string {
  const names = [...eager, ...lazy, ...(development ? [developmentOnly] : [])]
  const imports = names.map((name) => `import * as ${identifier(name)} from '${name}'`)
  const table = names.map((name) => `  '${name}': ${identifier(name)},`)
  return `${imports.join('\n')}\nexport const provide: Record<string, unknown> = {\n${table.join('\n')}\n}\n`
}
