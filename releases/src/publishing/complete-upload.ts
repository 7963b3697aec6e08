import { RELEASE_FILE } from '@marram/release-contract/release'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { release, releaseFile } from '../schema'
import { fileKey, type ReleaseFiles } from '../storage'
import { noUpload, type Upload, uploadReplaced } from './uploads'

type Completion = {
  version: string
  by: string /** Digest of the release.json that the caller means. */
  integrity?: string
}

/** Makes a version visible, in one transaction, once every file of it is there. Repeating it changes nothing. */
export async function completeUpload({ db, files, part }: Upload, { version, by, integrity }: Completion) {
  const found = and(eq(release.part, part), eq(release.version, version), isNull(release.removedAt))
  const [upload] = await db.select().from(release).where(found)
  if (!upload) throw noUpload(part, version)
  if (integrity !== undefined && integrity !== upload.integrity) throw uploadReplaced(part, version)
  if (upload.completedAt) return { changed: false }
  await forgetLostFiles({ db, files, part }, upload.id)
  return db.transaction(async (tx) => {
    const [current] = await tx.select().from(release).where(found).for('update')
    if (current?.id !== upload.id) throw uploadReplaced(part, version)
    if (current.completedAt) return { changed: false }
    await refuseIncomplete(tx, upload)
    await tx.update(release).set({ completedAt: new Date(), publishedBy: by }).where(eq(release.id, upload.id))
    const detail = { integrity: upload.integrity }
    await record(tx, { action: 'publish', actor: by, part, version, from: null, to: { version }, detail })
    return { changed: true }
  })
}

async function refuseIncomplete(tx: ReleasesTransaction, { id, part, version, manifest }: typeof release.$inferSelect) {
  const rows = await tx
    .select({ path: releaseFile.path })
    .from(releaseFile)
    .where(and(eq(releaseFile.release, id), isNotNull(releaseFile.storedAt)))
  const stored = new Set(rows.map(({ path }) => path))
  // What release.json lists, not what has a row: a file without one is as little there.
  const paths = [RELEASE_FILE, ...Object.keys(manifest.files)].filter((path) => !stored.has(path)).sort()
  if (paths.length === 0) return
  const words = paths.length === 1 ? `${paths[0]} is missing` : `${paths.length} files are missing, such as ${paths[0]}`
  throw new Refusal('incomplete', `${part} ${version} cannot be completed: ${words}.`, { missing: paths })
}

/** A file that was stored but is gone from the disk counts as missing again. */
async function forgetLostFiles({ db, files }: Upload, id: string): Promise<void> {
  const stored = await db
    .select()
    .from(releaseFile)
    .where(and(eq(releaseFile.release, id), isNotNull(releaseFile.storedAt)))
  for (const { path, integrity, size } of stored) {
    if (await isStored(files, fileKey(id, integrity), size)) continue
    await db
      .update(releaseFile)
      .set({ storedAt: null })
      .where(and(eq(releaseFile.release, id), eq(releaseFile.path, path)))
  }
}

async function isStored(files: ReleaseFiles, key: string, size: number): Promise<boolean> {
  try {
    return (await files.getMetaData(key)).contentLength === size
  } catch (error) {
    // Also where a clean-up takes it away at this very moment.
    if (await files.exists(key)) throw error
    return false
  }
}
