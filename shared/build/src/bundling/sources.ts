import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findUpwards, readPackage } from './part'

export const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock']
const OURS = '@marram/'
/** The command line, the dev server and what publishes do not affect the output of a build. */
export const TOOLS = ['@marram/cli', '@marram/build/src/publishing', '@marram/build/src/dev']
/** With it a part releases packages, those tools too. */
export const PACKING = '@marram/packing'

export type Checkout = {
  /** Of HEAD. */
  revision: string
  /** When the sources were last committed, so that all builds of them have the same version; unless they differ from HEAD. */
  committedAt?: Date
}

/**
 * What Git knows of the sources of a part: its folder, our packages that it is built with, and the lock file. Undefined
 * outside a checkout.
 */
export function checkoutOf(folder: string): Checkout | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', ['--no-optional-locks', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  let revision: string
  try {
    revision = git('rev-parse', 'HEAD')
  } catch {
    return undefined
  }
  const paths = [folder, ...Object.values(ownPackages(folder)), findUpwards(folder, ...LOCK_FILES) ?? folder]
  try {
    const time = Number(git('log', '-1', '--format=%ct', '--', ...paths))
    const differs = git('status', '--porcelain', '--', ...paths) !== ''
    return time > 0 && !differs ? { revision, committedAt: new Date(time * 1000) } : { revision }
  } catch {
    // A linked package is outside of this checkout, so no commit of it says what was built.
    return { revision }
  }
}

/** Git's revision of a part's sources, with `-dirty` if they differ from it; null outside a checkout. */
export function sourceRevision(folder: string): string | null {
  const checkout = checkoutOf(folder)
  if (!checkout) return null
  return checkout.committedAt ? checkout.revision : `${checkout.revision}-dirty`
}

/** The install folders of our packages, including their own dependencies, by name. */
export function ownPackages(folder: string, found: Record<string, string> = {}): Record<string, string> {
  const { dependencies, devDependencies } = readPackage(folder)
  // Development dependencies of a package are not installed with it.
  const named = Object.keys({ ...dependencies, ...(Object.keys(found).length === 0 && devDependencies) })
  const isLeft = (name: string) => TOOLS.includes(name) && !named.includes(PACKING) && found[PACKING] === undefined
  for (const name of named.filter((each) => each.startsWith(OURS))) {
    if (found[name] !== undefined || isLeft(name)) continue
    const at = findUpwards(folder, path.join('node_modules', name))
    if (at === undefined) continue
    found[name] = fs.realpathSync(at)
    ownPackages(found[name], found)
  }
  return found
}
