import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { FolderProblem, filesIn, findUpwards, readJson } from '@marram/build/part'
import { readShell } from '@marram/release-contract/live-site'
import { satisfies } from '@marram/release-contract/version'
import { command } from '@marram/releases/cli/command'
import { checkSection } from './check'
import { installedVersion } from './live-types'
import { type Rename, renameImports } from './renames'
import { liveSite, siteOf } from './section-folder'

type Package = {
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** `marram upgrade`: the section is left as it would be committed; nothing is committed or published. */
export const upgradeCommand = (folder: string, site: string | undefined) =>
  command({
    options: ['registry', 'environment'],
    summary: 'move the section to what the live shell provides, and run its checks and tests',
    async run({ registry, environment }, { terminal: { stderr } }) {
      const section = { folder, site: siteOf(registry ?? site) }
      const live = await liveSite(section.site, environment)
      const before = installedVersion(folder, '@marram/sdk')
      const changed = writeVersions(folder, live.versionOf)
      if (changed.length > 0 || before !== live.shell) {
        stderr.write(`Installing the packages of shell ${live.shell} …\n`)
        runScript(folder, ['install'])
      }
      const renamed = renameAll(folder)
      const { host } = await readShell(section.site, live.shell)
      const asked = askForHost(folder, host)
      const words = [
        before === live.shell ? `The section is at shell ${live.shell} already.` : `${before} → ${live.shell}.`,
        ...changed.map((line) => `  package.json: ${line}`),
        ...(asked ? [`  src/section.ts: ${asked}`] : []),
        ...renamed.map((file) => `  ${file}: imports have their present names`),
      ]
      stderr.write(`${words.join('\n')}\nChecking and testing …\n`)
      const { shell } = await checkSection(section, live)
      const { scripts } = readPackage(folder)
      if (scripts?.test) runScript(folder, ['run', 'test'])
      const tests = scripts?.test ? 'its tests pass' : 'it has no tests'
      return {
        text: `The section fits shell ${shell}, and ${tests}.`,
        json: { before, shell, versions: changed, renamed, tested: scripts?.test !== undefined },
      }
    },
  })

const readPackage = (folder: string) => readJson<Package>(path.join(folder, 'package.json'))

/** Sets what goes with the live shell to the version that it names; the team's other packages stay. */
function writeVersions(folder: string, versionOf: (name: string) => string | undefined): string[] {
  const file = path.join(folder, 'package.json')
  let text = fs.readFileSync(file, 'utf8')
  const { dependencies, devDependencies } = readPackage(folder)
  const changed: string[] = []
  for (const [name, was] of Object.entries({ ...dependencies, ...devDependencies })) {
    const now = versionOf(name)
    if (now === undefined || now === was) continue
    // The text is edited, not written anew: its layout is the team's.
    const entry = new RegExp(`("${name.replaceAll('/', '\\/')}"\\s*:\\s*")${escaped(was)}"`, 'g')
    text = text.replace(entry, `$1${now}"`)
    changed.push(`${name} ${was} → ${now}`)
  }
  if (changed.length > 0) fs.writeFileSync(file, text)
  return changed
}

/** Widens nothing: a range that the live host is in stays as it is. Returns what changed, in words. */
export function askForHost(folder: string, host: string): string | undefined {
  const file = path.join(folder, 'src/section.ts')
  const before = fs.readFileSync(file, 'utf8')
  let changed: string | undefined
  const after = before.replace(/(\bhost:\s*)(['"])(\^\d+\.\d+\.\d+)\2/, (whole, key, quote, range) => {
    if (satisfies(host, range)) return whole
    const now = `^${host.split('.', 1)[0]}.0.0`
    changed = `host ${range} → ${now}`
    return key + quote + now + quote
  })
  if (changed) fs.writeFileSync(file, after)
  return changed
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns the files that changed. */
function renameAll(folder: string): string[] {
  const list = findUpwards(folder, 'node_modules/@marram/sdk/renames.json')
  const renames = list ? readJson<Rename[]>(list) : []
  return filesIn(path.join(folder, 'src'))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join('src', name))
    .filter((name) => {
      const file = path.join(folder, name)
      const before = fs.readFileSync(file, 'utf8')
      const after = renameImports(name, before, renames)
      if (after !== before) fs.writeFileSync(file, after)
      return after !== before
    })
}

/** With the program whose lock file the folder has. */
function runScript(folder: string, args: string[]): void {
  const has = (file: string) => findUpwards(folder, file) !== undefined
  const program = has('pnpm-lock.yaml') ? 'pnpm' : has('yarn.lock') ? 'yarn' : 'npm'
  const { status, error } = spawnSync(program, args, {
    cwd: folder,
    // Standard output is the command's own.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new FolderProblem(
      `${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}. What was changed stays as it is; git shows it.`,
    )
}
