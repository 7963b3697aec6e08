import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeSynced } from '@marram/service/durable-file'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where the files of releases are kept; a bucket is another driver behind the same `Disk`. */
export function openStorage(folder: string): Disk {
  return new Disk(new DurableFolder(folder))
}

/** The driver as it comes writes in place and never syncs: a crash could leave half a file under its final name. */
class DurableFolder extends FSDriver {
  readonly #root: string

  constructor(root: string) {
    super({ location: root, visibility: 'private' })
    this.#root = root
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const path = join(this.#root, key)
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

/** By digest, not by path: a path may hold characters that a disk or bucket does not take, or differ in case only. */
export const fileKey = (release: string, integrity: string) =>
  `${release}/${Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('hex')}`

export const brotliKey = (release: string, integrity: string) => `${fileKey(release, integrity)}.br`
