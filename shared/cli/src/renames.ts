import { parseSync } from 'oxc-parser'

/** A name that moved, as `@marram/sdk/api-client#get`: module and export. */
export type Rename = { from: string; to: string }

/**
 * Gives what a module imports its present name, and keeps the name that the module itself uses. Everything else stays as
 * it is written. `file` says which language it is in.
 */
export function renameImports(file: string, text: string, renames: readonly Rename[]): string {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) return text
  let result = text
  for (const statement of [...module.staticImports].reverse()) {
    const from = statement.moduleRequest.value
    const entries = statement.entries.map((entry) => {
      const { kind, name } = entry.importName
      const imported = kind === 'Default' ? 'default' : kind === 'Name' && name !== null ? name : undefined
      const rename = renames.find((each) => each.from === `${from}#${imported}`)
      const [module = from, now = imported] = rename?.to.split('#') ?? []
      return {
        module,
        imported: now,
        local: entry.localName.value,
        isType: entry.isType,
        isMoved: rename !== undefined,
      }
    })
    if (!entries.some(({ isMoved }) => isMoved)) continue
    const modules = [...new Set(entries.map(({ module }) => module))]
    const lines = modules.map((module) =>
      importOf(
        module,
        entries.filter((each) => each.module === module),
      ),
    )
    result = result.slice(0, statement.start) + lines.join('\n') + result.slice(statement.end)
  }
  return result
}

type Entry = { imported: string | undefined; local: string; isType: boolean }

function importOf(module: string, entries: Entry[]): string {
  const all = entries.every(({ isType }) => isType)
  const named = entries.filter(({ imported }) => imported !== undefined && imported !== 'default')
  const names = named.map(
    ({ imported, local, isType }) =>
      `${isType && !all ? 'type ' : ''}${imported === local ? local : `${imported} as ${local}`}`,
  )
  const parts = [
    ...entries.filter(({ imported }) => imported === 'default').map(({ local }) => local),
    ...entries.filter(({ imported }) => imported === undefined).map(({ local }) => `* as ${local}`),
    ...(names.length > 0 ? [`{ ${names.join(', ')} }`] : []),
  ]
  return `import ${all ? 'type ' : ''}${parts.join(', ')} from '${module}'`
}
