import fs from 'node:fs'
import path from 'node:path'
import { debianProgram } from './debian'

const FOLDER = '/usr/lib/postgresql'

/** The folder with PostgreSQL's programs: an installed one, else Debian's package. Undefined, with the reason told, where it cannot be had. */
export function findPostgres(say: (words: string) => void): string | undefined {
  const found = process.env.POSTGRES_BIN ?? installed()
  if (found) return found
  say('no PostgreSQL server is installed')
  if (process.getuid?.() === 0) debianProgram({ packages: ['postgresql'], program: 'usr/bin/psql', say })
  const now = installed()
  if (!now) say('PostgreSQL cannot be had here: database tests run on the embedded engine alone')
  return now
}

function installed(): string | undefined {
  if (!fs.existsSync(FOLDER)) return undefined
  const versions = fs.readdirSync(FOLDER).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => path.join(FOLDER, version, 'bin'))
    .find((folder) => fs.existsSync(path.join(folder, 'initdb')))
}
