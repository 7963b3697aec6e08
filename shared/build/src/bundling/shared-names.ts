import type { Rspack } from '@rsbuild/core'
import { modulesIn } from './bill-of-materials.mjs'
import { consumedName } from './chunk-graph'

/** By the module that has them. */
type Names = Record<string, string[]>

/**
 * The names that a section uses of the shell's modules. Types, and code that was dropped, are not in the bundler's graph.
 * A file that imports a whole module (`import * as all`) counts for none of its names: it may ask whether they exist.
 */
export function usedNames(compilation: Rspack.Compilation): Names {
  const graph = compilation.moduleGraph
  const imports = modulesIn(compilation)
    .flatMap((module) => graph.getOutgoingConnections(module))
    .flatMap((connection) => {
      const { module, dependency } = connection
      const from = consumedName(module?.identifier() ?? '')
      // A connection belongs to what files were merged into, its dependency to the file itself.
      const file = graph.getParentModule(dependency)
      return from && file && connection.getActiveState(undefined) !== false ? { from, file, dependency } : []
    })
  const keyOf = ({ from, file }: (typeof imports)[number]) => `${from} ${file.identifier()}`
  const whole = new Set(imports.filter(({ file, dependency }) => importsWhole(file, dependency)).map(keyOf))
  const used: Names = {}
  for (const each of imports) {
    used[each.from] ??= []
    const [name] = each.dependency.ids ?? []
    if (name !== undefined && !whole.has(keyOf(each))) used[each.from]?.push(name)
  }
  return sorted(Object.entries(used))
}

/** The names that modules export which `file` imports, without modules whose names the bundler cannot know. */
export function exportedNames(compilation: Rspack.Compilation, file: string): Names {
  const { moduleGraph } = compilation
  const importing = modulesIn(compilation).filter((module) => module.nameForCondition()?.endsWith(file))
  return sorted(
    importing
      .flatMap((each) => moduleGraph.getOutgoingConnections(each))
      .flatMap(({ module, dependency }) => {
        const name = dependency.request
        const names = module && moduleGraph.getProvidedExports(module)
        if (name === undefined || !Array.isArray(names)) return []
        // CommonJS has a default for those who import it.
        const isCommonJs = !module?.dependencies.some(({ type }) => type.startsWith('esm'))
        return [[name, isCommonJs ? [...names, 'default'] : names] as [string, string[]]]
      }),
  )
}

const sorted = (entries: [string, string[]][]): Names =>
  Object.fromEntries(
    entries.map(([name, all]) => [name, [...new Set(all)].sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Whether this is an import statement with a `*`. Only its text tells: in the graph, `all.name` is like `name`. */
function importsWhole(file: Rspack.Module, { type, loc }: Rspack.Dependency): boolean {
  if (type !== 'esm import' || !loc || !('start' in loc)) return false
  const { line, column = 1 } = loc.start
  const text = file.originalSource()?.source().toString().split('\n')[line - 1] ?? ''
  return /^import\b[^{'"]*\*/.test(text.slice(column - 1))
}
