import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { syncFolder, writeSynced } from '@marram/files/durable-file'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { ObjectMetaData } from 'flydrive/types'
import type { StoredFiles } from './bucket'

export type { StoredFiles }

/** A folder of this machine, or the bucket that `place` names as `s3://bucket/prefix`. Throws if that cannot be used. */
export async function openFiles(place: string, folder: string): Promise<StoredFiles> {
  if (!place) return openFolder(folder)
  // Its libraries take a while to load, and most sites need none of them.
  const { openBucket } = await import('./bucket')
  return openBucket(place)
}

export const openFolder = (folder: string): StoredFiles => new Disk(new DurableFolder(folder))

/**
 * FSDriver alone writes in place, never syncs, and leaves files for every user of the machine to read: a crash could
 * leave half a file under its final name.
 */
class DurableFolder extends FSDriver {
  constructor(private readonly root: string) {
    super({ location: root, visibility: 'private' })
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const path = join(this.root, key)
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const write = async (aside: string) => {
      try {
        await writeSynced(aside, contents, 0o600)
        await rename(aside, path)
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') await rm(aside, { force: true })
        throw error
      }
    }
    try {
      // By its name, `delete` finds what a killed process left.
      await write(unfinished(path))
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      await write(`${path}.${randomBytes(6).toString('hex')}.new`)
    }
    await syncFolder(dirname(path))
    if (made) await syncFolder(dirname(made))
  }

  override async delete(key: string): Promise<void> {
    const path = join(this.root, key)
    await super.delete(key)
    const left = await stat(unfinished(path)).catch((error) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
    // A younger one may be being written.
    if (left && Date.now() - left.mtimeMs > UNFINISHED_MS) await rm(unfinished(path), { force: true })
  }
}

const UNFINISHED_MS = 3_600_000
const unfinished = (path: string) => `${path}.new`
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** All bytes of a file. The driver's own call returns too many for an empty file. */
export const readStored = async (files: Pick<StoredFiles, 'getStream'>, key: string): Promise<Buffer> =>
  buffer(await files.getStream(key))

/** Undefined if there is no such file. */
export async function storedAs(
  files: Pick<StoredFiles, 'getMetaData' | 'exists'>,
  key: string,
): Promise<ObjectMetaData | undefined> {
  try {
    return await files.getMetaData(key)
  } catch (error) {
    // A file may be deleted concurrently.
    if (await files.exists(key)) throw error
    return undefined
  }
}
