import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { syncFolder, writeSynced } from '@marram/files/durable-file'
import type { StoredFiles } from '@marram/server/bucket'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** The store of release files, by the keys below. */
export type ReleaseFiles = StoredFiles

/** A folder of this machine, or the bucket that `place` names. Throws if that cannot be used. */
export async function openStorage(folder: string, place = ''): Promise<ReleaseFiles> {
  if (!place) return openFolder(folder)
  // Its libraries take a while to load, and most sites need none of them.
  const { openBucket } = await import('@marram/server/bucket')
  return asStorageFailures(await openBucket(place))
}

export const openFolder = (folder: string): ReleaseFiles => new Disk(new DurableFolder(folder))

/** A call to the bucket failed. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed'
}

function asStorageFailures(files: ReleaseFiles): ReleaseFiles {
  const failed = (error: unknown) => {
    throw new StorageFailed((error as Error).message, { cause: error })
  }
  return {
    put: (...args) => files.put(...args).catch(failed),
    delete: (...args) => files.delete(...args).catch(failed),
    deleteAll: (...args) => files.deleteAll(...args).catch(failed),
    exists: (...args) => files.exists(...args).catch(failed),
    get: (...args) => files.get(...args).catch(failed),
    getStream: (...args) => files.getStream(...args).catch(failed),
    getMetaData: (...args) => files.getMetaData(...args).catch(failed),
  }
}

/** FSDriver alone writes in place and never syncs: a crash could leave half a file under its final name. */
class DurableFolder extends FSDriver {
  constructor(private readonly root: string) {
    super({ location: root, visibility: 'private' })
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const path = join(this.root, key)
    const aside = `${path}.${randomBytes(6).toString('hex')}.new`
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeSynced(aside, contents)
      await rename(aside, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
  }
}

/** All bytes of a file. The driver's own call returns too many for an empty file. */
export const readStored = async (files: ReleaseFiles, key: string): Promise<Buffer> =>
  buffer(await files.getStream(key))

/** Undefined if there is no such file. */
export async function storedSize(files: ReleaseFiles, key: string): Promise<number | undefined> {
  try {
    return (await files.getMetaData(key)).contentLength
  } catch (error) {
    // A file may be deleted concurrently.
    if (await files.exists(key)) throw error
    return undefined
  }
}

/** By digest, not by path: a path may contain characters that a disk or bucket does not support, or differ only in case. */
export const fileKey = (release: string, integrity: string) =>
  `${release}/${Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('hex')}`

export const brotliKey = (release: string, integrity: string) => `${fileKey(release, integrity)}.br`
