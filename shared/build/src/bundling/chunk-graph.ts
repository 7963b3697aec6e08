import type { Rspack } from '@rsbuild/core'

/** Stats options that show every module of every chunk, consume-shared ones among them. */
export const graphOptions: Rspack.StatsOptions = {
  all: false,
  chunkGroups: true,
  chunks: true,
  chunkModules: true,
  chunkModulesSpace: 9999,
  dependentModules: true,
  entrypoints: true,
  ids: true,
}

/** The name under which a module is taken from the shell; undefined for every other module. */
export const consumedName = (identifier: string): string | undefined =>
  /^consume shared module \([^)]*\) (@?[^@\s]+)/.exec(identifier)?.[1]

const isCode = (file: string) => /\.(js|css)$/.test(file)

export class ChunkGraph {
  private readonly chunks: Rspack.StatsChunk[]
  constructor(private readonly stats: Rspack.StatsCompilation) {
    this.chunks = stats.chunks ?? []
  }

  entryFiles(name: string): string[] {
    return (this.stats.entrypoints?.[name]?.assets ?? []).map((asset) => asset.name).filter(isCode)
  }

  /** Those that an `import()` with this chunk name asks for. */
  filesFor(name: string): string[] {
    return (this.stats.namedChunkGroups?.[name]?.assets ?? []).map((asset) => asset.name).filter(isCode)
  }

  /** The id of an installed package's file, such as `react/index.js`; undefined if it is in no chunk. */
  idOf(file: string): string | undefined {
    const found = this.chunks
      .flatMap(({ modules = [] }) => modules)
      .find(({ nameForCondition }) => nameForCondition?.replaceAll('\\', '/').endsWith(`/node_modules/${file}`))
    return found?.id?.toString()
  }

  /** Those of the chunk that holds a module, found by its path relative to the part's folder, without extension. */
  filesOf(module: string): string[] {
    return (this.chunkOf(module)?.files ?? []).filter(isCode)
  }

  /** Shared modules that the chunk of `module` takes from the shell, or all chunks. */
  consumed(module?: string): string[] {
    const chunks = module === undefined ? this.chunks : [this.chunkOf(module)]
    const modules = chunks.flatMap((chunk) => chunk?.modules ?? [])
    const names = modules.flatMap(({ name, identifier = '' }) => consumedName(name ?? identifier) ?? [])
    return [...new Set(names)].sort()
  }

  /** The smallest chunk with it: if another page imports this one, that page's chunk has all of its modules, and more. */
  private chunkOf(module: string): Rspack.StatsChunk | undefined {
    const size = ({ modules = [] }: Rspack.StatsChunk) => modules.length
    const holding = this.chunks.filter((chunk) =>
      chunk.modules?.some(({ name = '' }) => nameOf(name) === nameOf(module)),
    )
    return holding.toSorted((a, b) => size(a) - size(b))[0]
  }
}

/** A concatenated module is named after its root, followed by ` + N modules`. */
const nameOf = (module: string) => module.replace(/ \+ \d+ modules$/, '').replace(/\.[a-z]+$/, '')
