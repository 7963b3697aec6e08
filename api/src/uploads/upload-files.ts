import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { syncFolder, writeSynced } from '@marram/files/durable-file'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Folders } from '../folders'

/** The store of images, each under a unique name. */
export type UploadFiles = Pick<Disk, 'put' | 'delete' | 'getStream'>

/** A folder of this machine, or the bucket that `place` names. Throws if that cannot be used. */
export async function openUploadFiles(place: string, folder: string): Promise<UploadFiles> {
  if (!place) return new Disk(new PrivateFolder(folder))
  // Its libraries take a while to load, and most sites need none of them.
  const { openBucket } = await import('@marram/server/bucket')
  return openBucket(place)
}

/** The base address of images, to which their names are appended. */
export const uploadsAt = (place: string, { uploads }: Pick<Folders, 'uploads'>): string =>
  place ? place.replace(/\/+$/, '') : pathToFileURL(uploads).href

/** The driver as it comes never syncs, and leaves files for every user of the machine to read. */
class PrivateFolder extends FSDriver {
  constructor(private readonly folder: string) {
    super({ location: folder, visibility: 'private' })
  }

  override async put(name: string, bytes: string | Uint8Array): Promise<void> {
    const made = await mkdir(this.folder, { recursive: true, mode: 0o700 })
    await writeSynced(join(this.folder, name), bytes, 0o600)
    await syncFolder(this.folder)
    if (made) await syncFolder(dirname(this.folder))
  }
}
