// Plain JavaScript: it must work before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
export const PNPM = 'pnpm@12.21.0'
const LEAST_NODE = '20.19'
const stamp = path.join(root, 'node_modules/.installed')

const usageError = (message) => Object.assign(new Error(message), { name: 'UsageError' })

/**
 * Installs with pnpm through npx, unless nothing that decides what is installed has changed: what the site is made of,
 * or with `all` what its tests, its benchmark and an editor need as well.
 */
export async function installIfNeeded({ quiet = false, all = false } = {}) {
  checkNode()
  const [installed, extent] = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8').split(' ') : []
  if (installed === fingerprint() && (extent === 'all' || !all)) return
  const startedAt = Date.now()
  const what = all ? 'what the site and its tests are made of' : 'what the site is made of'
  if (!quiet) process.stdout.write(`Installing ${what} …\n`)
  // What was installed once stays: taking the tests' packages away again would take as long as fetching them.
  const everything = all || extent === 'all'
  install(root, everything ? [] : ['--prod'])
  if (everything) install(path.join(root, 'bench'), ['--filter', '@marram/bench'])
  fs.writeFileSync(stamp, `${fingerprint()} ${everything ? 'all' : 'site'}`)
  if (!quiet) process.stdout.write(`  Packages: installed (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`)
}

/** What two yardsticks of the benchmark are built with: 330 MB, so that nothing else installs it. */
export const installFrameworks = () => install(path.join(root, 'bench'))

function install(folder, options = []) {
  let result = pnpm(folder, ['install', '--frozen-lockfile', ...options])
  const isOutdated = /OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|NO_IMPORTER|not up to date/i.test(result.output)
  // A section was added or a dependency changed: the lock file follows.
  if (result.status !== 0 && isOutdated) result = pnpm(folder, ['install', '--no-frozen-lockfile', ...options])
  if (result.status !== 0) throw failure(result)
}

function failure({ output, missing }) {
  if (missing) return usageError('Marram is installed with npx, which comes with npm: it is not on this machine.')
  const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET/.exec(
    output,
  )
  if (unreachable)
    return usageError(
      `Installing needs a package registry, and none can be reached (${unreachable[0]}). Check the network and try again.`,
    )
  return usageError(`Installing failed:\n${output.trim()}`)
}

function pnpm(cwd, args) {
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', PNPM, ...args], {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, CI: 'true' },
  })
  return {
    status: error ? 1 : status,
    output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`,
    missing: error?.code === 'ENOENT',
  }
}

function checkNode() {
  const { node } = process.versions
  if (node.localeCompare(LEAST_NODE, 'en', { numeric: true }) < 0)
    throw usageError(`Marram needs Node ${LEAST_NODE} or newer; this is Node ${node}.`)
}

/** What decides what is installed, and where: a moved folder is installed again. */
function fingerprint() {
  const hash = createHash('sha256').update(`${PNPM}\n${process.versions.modules}\n${root}`)
  const packages = packageFolders(root).map((folder) => `${folder}/package.json`)
  for (const file of ['pnpm-workspace.yaml', 'pnpm-lock.yaml', 'bench/pnpm-lock.yaml', 'package.json', ...packages])
    hash.update(`\n${file}\n`).update(fs.readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** The folders of a workspace that hold packages, relative to it. @param {string} workspace */
export const packageFolders = (workspace) =>
  ['', 'shared', 'tools', 'releases', 'bench', 'e2e/fixtures']
    .flatMap((parent) => foldersIn(path.join(workspace, parent)).map((name) => path.posix.join(parent, name)))
    .filter((folder) => fs.existsSync(path.join(workspace, folder, 'package.json')))

/** Their names, sorted; none where there is no such folder. @param {string} parent */
export function foldersIn(parent) {
  if (!fs.existsSync(parent)) return []
  const entries = fs.readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map(({ name }) => name).sort()
}
