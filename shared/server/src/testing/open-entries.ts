import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Everything in a folder, itself included, that another account of this machine may read or change. Links are not followed. */
export function openEntries(folder: string, entry = '.'): string[] {
  const path = join(folder, entry)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return []
  const below = found.isDirectory() ? readdirSync(path).flatMap((name) => openEntries(folder, join(entry, name))) : []
  return (found.mode & 0o077) === 0 ? below : [entry, ...below]
}

/** What `run` starts is started as by somebody who lets every account do everything with their files. */
export async function withoutUmask<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const before = process.umask(0)
  try {
    return await run()
  } finally {
    process.umask(before)
  }
}
