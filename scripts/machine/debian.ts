import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

type Wanted = {
  packages: string[]
  /** Paths of the wanted programs inside the packages, without the leading slash. */
  programs: RegExp
  /** Where Debian's own installation puts them, once they are installed. */
  installed: () => string | undefined
  say: (words: string) => void
}

/**
 * The folder of programs from Debian's packages: installed where this user may, else unpacked into a folder of the
 * user's own. Undefined if there is no apt, or it cannot reach its packages.
 */
export function debianPrograms(wanted: Wanted): string | undefined {
  if (!onPath('apt-get')) return undefined
  const { packages, installed, say } = wanted
  if (process.getuid?.() !== 0) return unpackedPrograms(packages) ?? unpack(wanted)
  say(`installing ${packages.join(', ')}`)
  const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  return installed()
}

const homeOf = (packages: string[]) => path.join(os.homedir(), '.cache/marram/debian', packages.join('+'))

/** What an earlier run has unpacked. The folder is made last: where it is, everything is. */
export function unpackedPrograms(packages: string[]): string | undefined {
  const programs = path.join(homeOf(packages), 'bin')
  return fs.existsSync(programs) ? programs : undefined
}

/** As an ordinary user: apt with a state of its own, every package unpacked into one folder. */
function unpack(wanted: Wanted): string | undefined {
  const { packages, say } = wanted
  const home = homeOf(packages)
  const state = path.join(home, 'apt')
  const files = path.join(home, 'files')
  say(`unpacking ${packages.join(', ')} for this user`)
  try {
    fs.rmSync(home, { recursive: true, force: true })
    for (const folder of ['lists/partial', 'archives/partial'])
      fs.mkdirSync(path.join(state, folder), { recursive: true })
    fs.mkdirSync(files)
    const own = [
      `Dir::State::lists=${state}/lists`,
      `Dir::Cache=${state}`,
      `Dir::Cache::archives=${state}/archives`,
      'Debug::NoLocking=1',
      'APT::Sandbox::User=',
    ].flatMap((option) => ['-o', option])
    run('apt-get', [...own, 'update', '-qq'])
    run('apt-get', [...own, 'install', '--download-only', '-y', '-qq', '--no-install-recommends', ...packages])
    const archives = path.join(state, 'archives')
    for (const archive of fs.readdirSync(archives).filter((name) => name.endsWith('.deb')))
      run('dpkg-deb', ['-x', path.join(archives, archive), files])
    fs.rmSync(state, { recursive: true })
    return writeScripts(home, files, wanted.programs)
  } catch (error) {
    say(`that did not work: ${(error as Error).message}`)
    return undefined
  }
}

/** For each program a small script that finds the unpacked libraries and fonts. */
function writeScripts(home: string, files: string, programs: RegExp): string | undefined {
  const all = fs.readdirSync(files, { recursive: true, encoding: 'utf8' })
  const libraries = all.filter((file) => /\.so(\.\d+)*$/.test(file)).map((file) => path.dirname(path.join(files, file)))
  const fonts = path.join(home, 'fonts.conf')
  fs.writeFileSync(
    fonts,
    `<?xml version="1.0"?>\n<fontconfig>\n  <dir>/usr/share/fonts</dir>\n  <dir>${files}/usr/share/fonts</dir>\n  <cachedir>${home}/fonts</cachedir>\n  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n</fontconfig>\n`,
  )
  const draft = path.join(home, 'bin.draft')
  fs.mkdirSync(draft)
  const found = all.filter((file) => programs.test(file))
  for (const program of found)
    fs.writeFileSync(
      path.join(draft, path.basename(program)),
      `#!/bin/sh\nexport LD_LIBRARY_PATH='${[...new Set(libraries)].join(':')}' FONTCONFIG_FILE='${fonts}'\nexec '${path.join(files, program)}' "$@"\n`,
      { mode: 0o755 },
    )
  if (found.length === 0) throw new Error('the packages do not hold the program')
  fs.renameSync(draft, path.join(home, 'bin'))
  return path.join(home, 'bin')
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(stderr?.trim().split('\n').at(-1) || `${program} ended with ${status}`)
}

/** The path of a program that a shell would find. */
export function onPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, program)).find((file) => fs.existsSync(file))
}
