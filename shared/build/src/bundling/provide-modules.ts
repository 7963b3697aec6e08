import { developmentOnly, eager, lazy } from './shared-modules'

const identifier = (name: string) => name.replace(/\W/g, '_')

/**
 * Source of the module through which the shell really imports every name that it provides:
 * federation can only hand out what its build has seen.
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
