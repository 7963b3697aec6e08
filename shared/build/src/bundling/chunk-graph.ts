import type { Rspack } from '@rsbuild/core'

type Chunk = {
  id?: string | number | null
  files?: string[]
  modules?: { name?: string; identifier?: string; nameForCondition?: string }[]
  parents?: (string | number)[]
  initial?: boolean
}

/** Stats options that show every module of every chunk, consume-shared ones among them. */
export const graphOptions: Rspack.StatsOptions = {
  all: false,
  assets: true,
  chunks: true,
  chunkModules: true,
  chunkModulesSpace: 9999,
  modulesSpace: 9999,
  dependentModules: true,
  chunkRelations: true,
  entrypoints: true,
  chunkGroups: true,
  modules: true,
  ids: true,
  nestedModules: true,
  nestedModulesSpace: 9999,
  groupModulesByType: false,
  groupModulesByAttributes: false,
  groupModulesByPath: false,
  groupModulesByLayer: false,
  groupModulesByCacheStatus: false,
  groupModulesByExtension: false,
}

const code = (file: string) => /\.(js|css)$/.test(file)
const withoutExtension = (name: string) => name.replace(/\.[a-z]+$/, '')

export class ChunkGraph {
  private readonly chunks: Chunk[]
  constructor(private readonly stats: Rspack.StatsCompilation) {
    this.chunks = (stats.chunks ?? []) as Chunk[]
  }

  entryFiles(name: string): string[] {
    return (this.stats.entrypoints?.[name]?.assets ?? []).map((asset) => asset.name).filter(code)
  }

  /** The chunk that holds a module, found by its path relative to the part's folder, without extension. */
  chunkOf(module: string): Chunk | undefined {
    return this.chunks.find((chunk) => chunk.modules?.some((m) => holds(m, module)))
  }

  filesOf(module: string): string[] {
    return (this.chunkOf(module)?.files ?? []).filter(code)
  }

  /** Shared modules that the chunk of `module` takes from the shell. */
  consumedBy(module: string): string[] {
    const names = (this.chunkOf(module)?.modules ?? []).flatMap((m) => consumed(m.name ?? m.identifier ?? ''))
    return [...new Set(names)].sort()
  }

  allConsumed(): string[] {
    const names = this.chunks.flatMap((chunk) =>
      (chunk.modules ?? []).flatMap((m) => consumed(m.name ?? m.identifier ?? '')),
    )
    return [...new Set(names)].sort()
  }
}

/** A concatenated module is named after its root, followed by ` + N modules`. */
function holds(m: { name?: string; identifier?: string }, module: string): boolean {
  const name = (m.name ?? '').replace(/ \+ \d+ modules$/, '')
  return withoutExtension(name) === withoutExtension(module)
}

function consumed(name: string): string[] {
  const found = /consume shared module \([^)]*\) (@?[^@\s]+)/.exec(name)?.[1]
  return found ? [found] : []
}
