import fs from 'node:fs'
import path from 'node:path'
import { bench as measure } from '../../bench/src/bench'
import { findChromium } from '../machine/browser'
import { debianPrograms } from '../machine/debian'
import { UsageError } from '../workspace'

/** Measures every figure that there is a target for. */
export async function bench(): Promise<void> {
  const say = (words: string) => process.stderr.write(`  ${words}\n`)
  await measure({ nginx: findNginx(say), chromium: await findChromium(say) })
}

const INSTALLED = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

const installed = () => INSTALLED.find((folder) => fs.existsSync(path.join(folder, 'nginx')))

/** Path of nginx, the yardstick for servers: an installed one, else Debian's package. */
function findNginx(say: (words: string) => void): string {
  const found = installed() ?? debianPrograms({ packages: ['nginx'], programs: /^usr\/sbin\/nginx$/, installed, say })
  if (!found) throw new UsageError('The benchmark needs nginx: install it first')
  return path.join(found, 'nginx')
}
