import fs from 'node:fs'
import path from 'node:path'
import { regions } from '../../bench/regions/regions'
import { bench as measure } from '../../bench/src/bench'
import { installFrameworks } from '../install.mjs'
import { findChromium } from '../machine/browser'
import { debianPrograms } from '../machine/debian'
import { UsageError } from '../workspace'

/** Measures every figure that there is a target for, or those of the steps that are named; `regions` is a simulation. */
export async function bench(names: string[] = []): Promise<void> {
  if (names[0] === 'regions') return regions()
  const say = (words: string) => process.stderr.write(`  ${words}\n`)
  const programs = {
    nginx: findServer('nginx', 'nginx', say),
    varnish: findServer('varnish', 'varnishd', say),
    chromium: await findChromium(say),
    installFrameworks,
  }
  await measure(programs, names)
}

const INSTALLED = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** Path of a server that ours are measured with: an installed one, else Debian's package. */
function findServer(name: string, program: string, say: (words: string) => void): string {
  const installed = () => INSTALLED.find((folder) => fs.existsSync(path.join(folder, program)))
  const programs = new RegExp(`^usr/sbin/${program}$`)
  const found = installed() ?? debianPrograms({ packages: [name], programs, installed, say })
  if (!found) throw new UsageError(`The benchmark needs ${name}: install it first`)
  return path.join(found, program)
}
