// Plain JavaScript: `npm start` and `npm run start:edge` load it without a loader for TypeScript.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { billOfMaterials, packagesBehind } from '@marram/build/bill-of-materials'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Puts our own modules that a program is made of into one file in a folder `dist` (`edge/src/main.ts` →
 * `edge/dist/main.mjs`), with a source map, unless that was made of the same sources. Packages of others stay where they
 * are installed; beside the file, `main.bom.json` names them.
 * @param {string} source relative to the workspace, in a folder that is beside `dist`
 * @param {string} [file]
 * @returns {Promise<{ file: string, built: boolean }>} the file, relative to the workspace
 */
export async function buildProgram(source, file = source.replace(/[^/]+\/([^/]+)\.ts$/, 'dist/$1.mjs')) {
  const to = path.join(root, file)
  if (isCurrent(to)) return { file, built: false }
  const { outputFiles, inputs, files } = await bundled(source, to)
  fs.mkdirSync(path.dirname(to), { recursive: true })
  for (const { path: name, contents } of outputFiles) writeInOneStep(name, contents)
  let folder = path.dirname(to)
  // Programs of `scripts` are of the workspace.
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  writeInOneStep(
    to.replace(/\.mjs$/, '.bom.json'),
    JSON.stringify(billOfMaterials({ name, version }, packagesBehind(files)), null, 1),
  )
  const made = [...inputs, ...alsoDecide()].map((name) => [name, modifiedAt(name)])
  writeInOneStep(`${to}.json`, JSON.stringify({ root, made }))
  return { file, built: true }
}

/**
 * The bundled program, and of it and of the programs that it starts, by their paths, the sources and the files of packages.
 * @param {string} source
 * @param {string} to
 */
export async function bundled(source, to) {
  const { build, stop } = await import('esbuild')
  /** @param {{ entryPoints: string[], outfile?: string, outdir?: string, sourcemap?: boolean, sourcesContent?: boolean }} options */
  const bundle = (options) =>
    build({
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      write: false,
      metafile: true,
      logLevel: 'silent',
      plugins: [ownModules],
      ...options,
    })
  const { outputFiles, metafile } = await bundle({
    entryPoints: [source],
    outfile: to,
    sourcemap: true,
    // They lie beside it.
    sourcesContent: false,
  })
  const all = [metafile]
  const inputs = new Set(Object.keys(metafile.inputs))
  // What is started by its path is not in the bundle; it may start further programs.
  for (let entryPoints = startedBy(inputs); entryPoints.length > 0; entryPoints = startedBy(inputs)) {
    const started = await bundle({ entryPoints, outdir: path.dirname(to) })
    all.push(started.metafile)
    for (const name of [...entryPoints, ...Object.keys(started.metafile.inputs)]) inputs.add(name)
  }
  // Else its process would stay as long as this one.
  await stop()
  const imported = all.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ imports }) => imports))
  const files = imported.filter(({ path: url }) => url.startsWith('file:')).map(({ path: url }) => fileURLToPath(url))
  return { outputFiles, inputs: [...inputs], files }
}

/**
 * What these may start by its path: every plain module in the `src` of their packages, or else in their folders. Some of it
 * is started by others; a call that starts one can have any form. @param {Set<string>} inputs
 */
function startedBy(inputs) {
  const folders = new Set([...inputs].map((name) => /^.*?\/src(?=\/)/.exec(name)?.[0] ?? path.posix.dirname(name)))
  // What stands directly in it starts programs, and is started by none.
  folders.delete('scripts')
  return [...folders].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: folder.endsWith('/src'), encoding: 'utf8' })
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((name) => !inputs.has(name)),
  )
}

/** @param {string} to */
function isCurrent(to) {
  if (!fs.existsSync(`${to}.json`) || !fs.existsSync(to)) return false
  const was = JSON.parse(fs.readFileSync(`${to}.json`, 'utf8'))
  // The built file names others by where they are: it does not survive a move of the workspace.
  return was.root === root && was.made.every(([name, at]) => modifiedAt(name) === at)
}

/** What decides where an import leads, beside the sources. */
const alsoDecide = () => [
  'pnpm-lock.yaml',
  path.relative(root, import.meta.filename),
  ...fs
    .readdirSync(path.join(root, 'shared'))
    .map((name) => `shared/${name}/package.json`)
    .filter((name) => fs.existsSync(path.join(root, name))),
]

/** @param {string} name */
const modifiedAt = (name) => fs.statSync(path.join(root, name), { throwIfNoEntry: false })?.mtimeMs

/**
 * Another start may be reading the file, and one that is killed meanwhile leaves it as it was.
 * @param {string} file
 * @param {string | Uint8Array} contents
 */
export function writeInOneStep(file, contents) {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, contents)
  fs.renameSync(draft, file)
}

const PLAIN = 'is resolved without this plugin'

/** @type {import('esbuild').Plugin} */
const ownModules = {
  name: 'own modules',
  setup(build) {
    // By its path: seen from the built file, a package that only one of ours depends on is not installed.
    build.onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, kind, ...from }) => {
      if (pluginData === PLAIN || kind === 'entry-point' || name.startsWith('@marram/')) return
      if (name.startsWith('node:')) return { external: true }
      const found = await build.resolve(name, { ...from, kind, pluginData: PLAIN })
      return found.errors.length > 0 || found.external
        ? found
        : { path: pathToFileURL(found.path).href, external: true }
    })
    // A module finds what lies beside it (migrations, other programs) as before.
    build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => {
      const own = { dirname: path.dirname(file), filename: file, url: pathToFileURL(file).href }
      let contents = fs.readFileSync(file, 'utf8')
      // Not written out: this file is bundled too.
      for (const [name, value] of Object.entries(own))
        contents = contents.replaceAll(`import.meta.${name}`, JSON.stringify(value))
      return { contents, loader: file.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
