import { openFiles, openFolder, type StoredFiles } from '@marram/server/stored-files'

/** The store of release files, by the keys below. */
export type ReleaseFiles = StoredFiles

/** A folder of this machine, or the bucket that `place` names. Throws if that cannot be used. */
export const openStorage = async (folder: string, place = ''): Promise<ReleaseFiles> =>
  place ? asStorageFailures(await openFiles(place, folder)) : openFolder(folder)

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

/** By digest, not by path: a path may contain characters that a disk or bucket does not support, or differ only in case. */
export const fileKey = (release: string, integrity: string) =>
  `${release}/${Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('hex')}`

export const brotliKey = (release: string, integrity: string) => `${fileKey(release, integrity)}.br`
