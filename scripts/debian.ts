import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

type Wanted = {
  packages: string[]
  /** Path of the program inside the packages, without the leading slash. */
  program: string
  say: (words: string) => void
}

/**
 * A program from Debian's packages: installed where this user may, else unpacked into a folder of the user's own.
 * Undefined where there is no apt, or it cannot reach its packages.
 */
export function debianProgram({ packages, program, say }: Wanted): string | undefined {
  if (!has('apt-get')) return undefined
  const system = path.join('/', program)
  if (process.getuid?.() === 0) {
    say(`installing ${packages.join(', ')}`)
    const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
    return fs.existsSync(system) ? system : undefined
  }
  return unpacked({ packages, program, say })
}

/** As an ordinary user: apt with a state of its own, every package unpacked into one folder, libraries found by a small script. */
function unpacked({ packages, program, say }: Wanted): string | undefined {
  const home = path.join(os.homedir(), '.cache/marram/debian', packages.join('+'))
  const wrapper = path.join(home, 'run')
  if (fs.existsSync(wrapper)) return wrapper
  const state = path.join(home, 'apt')
  for (const folder of ['lists/partial', 'archives/partial'])
    fs.mkdirSync(path.join(state, folder), { recursive: true })
  const own = [
    '-o',
    `Dir::State::lists=${state}/lists`,
    '-o',
    `Dir::Cache=${state}`,
    '-o',
    `Dir::Cache::archives=${state}/archives`,
    '-o',
    'Debug::NoLocking=1',
    '-o',
    'APT::Sandbox::User=',
  ]
  say(`unpacking ${packages.join(', ')} for this user`)
  for (const args of [
    ['update', '-qq'],
    ['install', '--download-only', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { status } = spawnSync('apt-get', [...own, ...args], { stdio: 'ignore' })
    if (status !== 0) return undefined
  }
  const files = path.join(home, 'files')
  fs.mkdirSync(files, { recursive: true })
  for (const archive of fs.readdirSync(path.join(state, 'archives')).filter((name) => name.endsWith('.deb')))
    spawnSync('dpkg-deb', ['-x', path.join(state, 'archives', archive), files], { stdio: 'ignore' })
  const target = path.join(files, program)
  if (!fs.existsSync(target)) return undefined
  const libraries = spawnSync('find', [files, '-name', '*.so*', '-printf', '%h\n'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
  fs.writeFileSync(
    wrapper,
    `#!/bin/sh\nLD_LIBRARY_PATH='${[...new Set(libraries)].join(':')}' exec '${target}' "$@"\n`,
    { mode: 0o755 },
  )
  return wrapper
}

const has = (program: string) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)))
