import fs from 'node:fs'
import path from 'node:path'
import { debianPrograms } from './debian'

const FOLDER = '/usr/lib/postgresql'

/** The folder with PostgreSQL's programs: an installed one, else Debian's package. Undefined, with a message, where there is none. */
export function findPostgres(say: (words: string) => void): string | undefined {
  const found = process.env.POSTGRES_BIN || installed()
  if (found) return found
  say('no PostgreSQL server is installed')
  const programs = /^usr\/lib\/postgresql\/\d+\/bin\/(initdb|postgres|psql)$/
  const unpacked = debianPrograms({ packages: ['postgresql'], programs, installed, say })
  if (!unpacked) say('PostgreSQL cannot be had here: database tests run on the embedded engine alone')
  return unpacked
}

function installed(): string | undefined {
  if (!fs.existsSync(FOLDER)) return undefined
  const versions = fs.readdirSync(FOLDER).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => path.join(FOLDER, version, 'bin'))
    .find((folder) => fs.existsSync(path.join(folder, 'initdb')))
}
