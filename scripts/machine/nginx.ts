import fs from 'node:fs'
import path from 'node:path'
import { UsageError } from '../workspace'
import { debianPrograms } from './debian'

const INSTALLED = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

const installed = () => INSTALLED.find((folder) => fs.existsSync(path.join(folder, 'nginx')))

/** Path of nginx, the yardstick for servers: an installed one, else Debian's package. */
export function findNginx(say: (words: string) => void): string {
  const found = installed() ?? debianPrograms({ packages: ['nginx'], programs: /^usr\/sbin\/nginx$/, installed, say })
  if (!found) throw new UsageError('The benchmark needs nginx: install it first')
  return path.join(found, 'nginx')
}
