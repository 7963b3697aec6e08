import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** As `recursive` does it, but Node's own never returns where a file system refuses a folder with ENOENT, as /proc does. */
export function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const each of missing) mkdirSync(each)
}
