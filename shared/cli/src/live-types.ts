import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FolderProblem, findUpwards, readJson } from '@marram/build/part'
import { integrityOf } from '@marram/files/digest'
import type { LiveSite } from '@marram/release-contract/live-site'
import * as tar from 'tar'

type Exports = Record<string, string | { types: string }>

/** The version of an installed package. */
export function installedVersion(folder: string, name: string): string {
  const file = findUpwards(folder, `node_modules/${name}/package.json`)
  if (!file) throw new FolderProblem(`${name} is not installed in ${folder}. Install its packages first.`)
  return readJson<{ version: string }>(file).version
}

/**
 * Where the installed SDK is not that of the live shell, puts the live one's declarations into `.cache/live`: the
 * `tsconfig.json` of `@marram/build` reads them first, so that editor and check see what is live. Returns whether they
 * are another version's.
 */
export async function fetchLiveTypes(folder: string, live: LiveSite): Promise<boolean> {
  const to = path.join(folder, '.cache/live')
  const own = path.join(to, 'package/package.json')
  if (installedVersion(folder, '@marram/sdk') === live.shell) {
    fs.rmSync(to, { recursive: true, force: true })
    return false
  }
  if (fs.existsSync(own) && readJson<{ version: string }>(own).version === live.shell) return true
  if (!live.sdk) throw new Error(`shell ${live.shell} has no SDK`)
  const { tarball, integrity } = live.sdk
  const response = await fetch(tarball)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!response.ok || integrityOf(bytes, 'sha512') !== integrity)
    throw new Error(`${tarball} is not what the site says that it is`)
  fs.rmSync(to, { recursive: true, force: true })
  fs.mkdirSync(path.join(to, 'sdk'), { recursive: true })
  await pipeline(Readable.from([bytes]), tar.x({ cwd: to }))
  const { exports } = readJson<{ exports: Exports }>(own)
  for (const [key, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue
    const from = `../${path.posix.join('package', target.types.replace(/\.d\.ts$/, ''))}`
    fs.writeFileSync(path.join(to, 'sdk', `${path.posix.basename(key)}.d.ts`), `export * from '${from}'\n`)
  }
  return true
}
