import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '@marram/files/make-folder'

const OTHERS = 0o077
/** Files and folders that the site writes; others are not touched. */
const OURS = ['api', 'edge', 'releases', 'keys', 'logs', 'dev', 'start.json', 'services.json', 'lock', 'pid']

/** Somebody who owns the folder could read and change everything in it, whatever its mode. */
export class ForeignData extends Error {
  override readonly name = 'ForeignData'
  constructor(path: string, owner: number, own: number) {
    super(
      `${path} belongs to another user (uid ${owner}) than the one who starts this (uid ${own}): give it to that user, or choose another folder by MARRAM_DATA`,
    )
  }
}

/**
 * Closes the data folder, and whatever this process writes from now on, to other accounts of the machine. Windows has
 * no such modes; there a folder has the rights of the one that it is in.
 */
export function closeData(data: string, ours: readonly string[] = OURS): void {
  if (process.platform === 'win32' || !process.getuid) return
  process.umask(OTHERS)
  const folder = resolve(data)
  const own = process.getuid()
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && found.uid !== own) throw new ForeignData(folder, found.uid, own)
  if (found && !found.isDirectory())
    throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR', path: folder })
  makeFolder(folder)
  closeOne(folder, statSync(folder))
  for (const name of ours) closeAll(join(folder, name))
}

/** Does not follow links. A running site may remove a file that was just listed. */
function closeAll(path: string): void {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return
    closeOne(path, found)
    if (found.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function closeOne(path: string, { mode }: Stats): void {
  if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700)
}
