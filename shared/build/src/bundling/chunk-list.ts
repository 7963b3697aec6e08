import type { Rspack } from '@rsbuild/core'

type Named = { name: string; version: string }

/**
 * Rspack's `chunkLoadingGlobal`: the list by which the chunks of a release reach its run time. It is called as the release's folder
 * is, since two versions of a part can be in one page.
 */
export const chunkList = ({ name, version }: Named) => `${name}/${version}`

/** An expression for the same in a chunk, from the address that it was loaded from. */
export const ownList = 'globalThis[/(?<=\\/releases\\/files\\/)[^/]+\\/[^/]+/.exec(document.currentScript.src)]'

/**
 * Chunks do not name the version of their release. Otherwise a release would change every chunk and every digest, and visitors who
 * come back would fetch them.
 */
export const unversionedChunks = (part: Named): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.options.output.chunkLoadingGlobal = chunkList(part)
    const before = `globalThis[${JSON.stringify(chunkList(part))}]`
    compiler.hooks.thisCompilation.tap('unversioned-chunks', (compilation) => {
      // Before they are minified: what follows in their first line has no source, so maps stay right.
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONS
      compilation.hooks.processAssets.tap({ name: 'unversioned-chunks', stage }, () => {
        for (const chunk of compilation.chunks) {
          if (chunk.hasRuntime()) continue
          for (const file of [...chunk.files].filter((file) => file.endsWith('.js')))
            compilation.updateAsset(file, (source) => {
              const { source: text, map } = source.sourceAndMap()
              if (!String(text).includes(before)) throw new Error(`${file} does not begin like a chunk`)
              const own = String(text).replace(before, () => ownList)
              return map ? new sources.SourceMapSource(own, file, map) : new sources.RawSource(own)
            })
        }
      })
    })
  },
})
