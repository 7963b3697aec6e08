import type { Rspack } from '@rsbuild/core'

type Chunk = { files?: string[]; modules?: { name?: string; identifier?: string }[] }

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
}

const CONSUMED = /consume shared module \([^)]*\) (@?[^@\s]+)/
const isCode = (file: string) => /\.(js|css)$/.test(file)
const withoutExtension = (name: string) => name.replace(/\.[a-z]+$/, '')

export class ChunkGraph {
  private readonly chunks: Chunk[]
  constructor(private readonly stats: Rspack.StatsCompilation) {
    this.chunks = (stats.chunks ?? []) as Chunk[]
  }

  entryFiles(name: string): string[] {
    return (this.stats.entrypoints?.[name]?.assets ?? []).map((asset) => asset.name).filter(isCode)
  }

  /** The chunk that holds a module, found by its path relative to the part's folder, without extension. */
  private chunkOf(module: string): Chunk | undefined {
    return this.chunks.find((chunk) => chunk.modules?.some((m) => holds(m, module)))
  }

  filesOf(module: string): string[] {
    return (this.chunkOf(module)?.files ?? []).filter(isCode)
  }

  /** Shared modules that the chunk of `module` takes from the shell, or all chunks. */
  consumed(module?: string): string[] {
    const chunks = module === undefined ? this.chunks : this.chunks.filter((chunk) => chunk === this.chunkOf(module))
    const names = chunks.flatMap(({ modules = [] }) =>
      modules.flatMap(({ name, identifier = '' }) => CONSUMED.exec(name ?? identifier)?.[1] ?? []),
    )
    return [...new Set(names)].sort()
  }
}

/** A concatenated module is named after its root, followed by ` + N modules`. */
function holds(m: { name?: string }, module: string): boolean {
  const name = (m.name ?? '').replace(/ \+ \d+ modules$/, '')
  return withoutExtension(name) === withoutExtension(module)
}
