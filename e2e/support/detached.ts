import fs from 'node:fs'
import path from 'node:path'
import { type Ran, root, run } from './site'

/** What sections are made with; the rest of shared is for servers. */
const shared = fs
  .readdirSync(path.join(root, 'shared'))
  .filter((name) => name !== 'service' && fs.existsSync(path.join(root, 'shared', name, 'package.json')))
const pnpm = ['--yes', 'pnpm@12.21.0']

/** Without what npm adds: nothing of the workspace may be found by its programs' names. */
const environment = () => ({
  CI: 'true',
  PATH: (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(path.delimiter),
})

async function must(ran: Promise<Ran>): Promise<Ran> {
  const done = await ran
  if (done.code !== 0) throw new Error(`${done.stdout}${done.stderr}`)
  return done
}

/** Packs the shared packages as a package registry would get them; answers where each one is. */
export async function packShared(folder: string): Promise<Record<string, string>> {
  const packed: Record<string, string> = {}
  for (const name of shared) {
    await must(run('npx', [...pnpm, 'pack', '--pack-destination', folder], { cwd: path.join(root, 'shared', name) }))
    const file = fs.readdirSync(folder).find((each) => each.startsWith(`marram-${name}-`))
    packed[`@marram/${name}`] = `file:${path.join(folder, file as string)}`
  }
  return packed
}

/** Copies a part's sources to where nothing else of the workspace is, with packages instead of its neighbours. */
export function copyOut(part: string, to: string, packed: Record<string, string>): void {
  const made = new Set(['node_modules', 'dist', 'dist-development', '.cache'])
  fs.cpSync(path.join(root, part), to, { recursive: true, filter: (file) => !made.has(path.basename(file)) })
  const versions = catalog()
  const file = path.join(to, 'package.json')
  const json = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
  for (const kind of ['dependencies', 'devDependencies']) {
    for (const [name, wanted] of Object.entries(json[kind] ?? {})) {
      const found = wanted === 'catalog:' ? versions[name] : packed[name]
      if (!found || !json[kind]) throw new Error(`${part}: where does ${name} come from?`)
      json[kind][name] = found
    }
  }
  fs.writeFileSync(file, JSON.stringify(json, null, 2))
  const overrides = Object.entries(packed).map(([name, where]) => `  "${name}": ${JSON.stringify(where)}`)
  fs.writeFileSync(
    path.join(to, 'pnpm-workspace.yaml'),
    `packages: []\noverrides:\n${overrides.join('\n')}\nallowBuilds:\n  esbuild: false\n`,
  )
}

/** The versions that the workspace has chosen: a team of its own would write them down itself. */
function catalog(): Record<string, string> {
  const text = fs.readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')
  const lines = text.slice(text.indexOf('\ncatalog:')).matchAll(/^ {2}"?([@\w/.-]+)"?: (\d\S*)$/gm)
  return Object.fromEntries([...lines].map(([, name, version]) => [name, version]))
}

/** Installs and runs scripts of a package.json, each as typed in its folder. */
export async function installAndRun(folder: string, scripts: string[], env: Record<string, string> = {}) {
  await must(run('npx', [...pnpm, 'install'], { cwd: folder, env: environment() }))
  for (const script of scripts) await runThere(folder, [script], env)
}

/** `npm run SCRIPT -- …` in a folder whose packages are installed; answers what it printed. */
export async function runThere(folder: string, [script = '', ...args]: string[], env: Record<string, string> = {}) {
  const options = { cwd: folder, env: { ...environment(), ...env } }
  return (await must(run('npm', ['run', '-s', script, '--', ...args], options))).stdout
}
