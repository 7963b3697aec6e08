import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { filesIn } from '@marram/build/part'
import { build, type Plugin } from 'esbuild'
import { compiled, type Source } from './manifest'

const run = promisify(execFile)

/** Writes each package's files into `stage`, in a folder of its name. */
export async function compilePackages(sources: Source[], stage: string): Promise<void> {
  const declared = writeDeclarations(sources, path.join(stage, 'declarations'))
  for (const { folder, manifest } of sources) {
    const to = path.join(stage, manifest.name)
    const files = filesIn(path.join(folder, 'src')).filter(isReleased)
    await build({
      absWorkingDir: folder,
      entryPoints: files.filter((file) => compiled.test(file)).map((file) => path.join('src', file)),
      outbase: 'src',
      outdir: path.join(to, 'dist'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2023',
      jsx: 'automatic',
      sourcemap: true,
      plugins: [importsAsTheyAre(folder, manifest.bundledDependencies ?? [])],
      logLevel: 'silent',
    })
    for (const file of files.filter((file) => !compiled.test(file)))
      copy(path.join(folder, 'src', file), path.join(to, 'dist', file))
    const outside = Object.values(manifest.exports ?? {}).flatMap((target) =>
      typeof target === 'string' ? [target] : [],
    )
    for (const file of outside) if (!/^(\.\/)?src\//.test(file)) copy(path.join(folder, file), path.join(to, file))
  }
  await declared
  for (const { folder, manifest } of sources) {
    const from = path.join(stage, 'declarations', path.basename(folder), 'src')
    for (const file of filesIn(from)) copy(path.join(from, file), path.join(stage, manifest.name, 'dist', file))
  }
}

const isReleased = (file: string) => !/(^|\/)testing\/|\.test\.tsx?$/.test(file)

function copy(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true })
  fs.copyFileSync(from, to)
}

/**
 * Every module stays a file of its own, which names those beside it with their extension, as Node wants them named. What
 * is bundled becomes part of the modules that import it.
 */
const importsAsTheyAre = (folder: string, within: string[]): Plugin => ({
  name: 'imports as they are',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path: name, importer, resolveDir }) => {
      if (kind === 'entry-point') return
      const isOwn = importer.startsWith(`${folder}${path.sep}`)
      if (!name.startsWith('.'))
        return within.some((each) => name.startsWith(each)) ? undefined : { path: name, external: true }
      if (!isOwn) return
      const at = path.join(resolveDir, name)
      const isSource = ['.ts', '.tsx'].some((extension) => fs.existsSync(at + extension))
      return { path: isSource ? `${name}.js` : name, external: true }
    })
  },
})

/** As TypeScript itself writes them, for all packages in one run. */
async function writeDeclarations(sources: Source[], outDir: string): Promise<void> {
  const root = path.dirname((sources[0] as Source).folder)
  fs.mkdirSync(outDir, { recursive: true })
  const configuration = path.join(outDir, 'tsconfig.json')
  const { resolve } = createRequire(import.meta.url)
  fs.writeFileSync(
    configuration,
    JSON.stringify({
      extends: path.join(root, '../tsconfig.json'),
      compilerOptions: {
        ...{
          noEmit: false,
          declaration: true,
          emitDeclarationOnly: true,
          declarationMap: false,
          outDir,
          rootDir: root,
        },
        typeRoots: [path.join(root, '../node_modules/@types')],
      },
      include: sources.map(({ folder }) => path.join(folder, 'src')).concat(path.join(root, 'build/styles.d.ts')),
      exclude: ['*.test.ts', '*.test.tsx', 'testing/**'].map((files) => path.join(root, '**', files)),
    }),
  )
  const tsc = path.join(path.dirname(resolve('typescript/package.json')), 'bin/tsc')
  await run(process.execPath, [tsc, '-p', configuration]).catch((error: { stdout: string }) => {
    throw new Error(`The declarations of the packages could not be written:\n${error.stdout}`)
  })
}
