import { integrityOf } from '@marram/files/digest'
import { isForBrowsers, RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { lastPublished } from '../audit/audit'
import { deleteFilesOf } from '../clean-up/delete-files'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { release, releaseFile } from '../schema'
import { brotliKey, fileKey, type ReleaseFiles } from '../storage'
import { brotliCopy } from './compression'
import { readManifest } from './manifest'

export type Upload = { db: ReleasesDatabase; files: ReleaseFiles; part: string; brotliQuality?: number }
export type Progress = { version: string; complete: boolean; missing: string[] }

/**
 * Starts or resumes the upload of a version. A complete version is never replaced; an unfinished one,
 * which nobody has seen, gives way to other bytes, so that a failed build does not use up its number.
 */
export async function beginUpload(upload: Upload, bytes: Uint8Array, by: string): Promise<Progress> {
  const manifest = readManifest(upload.part, bytes)
  const integrity = integrityOf(bytes)
  const { row, replaced } = await claimVersion(upload, manifest, { integrity, size: bytes.length, by })
  if (replaced) await deleteFilesOf(upload.db, upload.files, replaced)
  if (row.completedAt) return { version: row.version, complete: true, missing: [] }
  await receiveFile(upload, row.version, RELEASE_FILE, bytes)
  return { version: row.version, complete: false, missing: await missingFiles(upload.db, row.id) }
}

type Description = { integrity: string; size: number; by: string }

async function claimVersion({ db, part }: Upload, manifest: ReleaseManifest, { integrity, size, by }: Description) {
  const { version } = manifest
  return db.transaction(async (tx) => {
    const same = and(eq(release.part, part), eq(release.version, version))
    const [earlier] = await tx.select().from(release).where(same).for('update')
    if (earlier?.integrity === integrity && earlier.removedAt === null) {
      if (!earlier.completedAt) await goOn(tx, { id: earlier.id, integrity, manifest, size }, by)
      return { row: earlier, replaced: undefined }
    }
    if (earlier?.integrity === integrity)
      return { row: await begunAgain(tx, earlier, { size, by }), replaced: undefined }
    if (earlier && (earlier.completedAt ?? (await lastPublished(tx, earlier)))) throw versionTaken(part, version)
    if (earlier) await giveWay(tx, earlier.id)
    const values = { part, version, integrity, manifest, publishedBy: by }
    const [row] = await tx.insert(release).values(values).onConflictDoNothing().returning()
    if (!row) throw new Refusal('conflict', `Another upload of ${part} ${version} began at the same moment. Try again.`)
    await tx.insert(releaseFile).values(filesOf({ id: row.id, integrity, manifest, size }))
    return { row, replaced: earlier?.id }
  })
}

/** Its row stays, under a version that nobody can publish, until its files are gone. */
const giveWay = (tx: ReleasesTransaction, id: string) =>
  tx.update(release).set({ version: id, removedAt: sql`now()` }).where(eq(release.id, id))

/** The same bytes as before, which were deleted since. */
async function begunAgain(
  tx: ReleasesTransaction,
  { id, integrity, manifest }: typeof release.$inferSelect,
  { size, by }: { size: number; by: string },
) {
  const [row] = await tx
    .update(release)
    .set({ completedAt: null, removedAt: null, startedAt: sql`now()`, publishedBy: by })
    .where(eq(release.id, id))
    .returning()
  await tx.delete(releaseFile).where(eq(releaseFile.release, id))
  await tx.insert(releaseFile).values(filesOf({ id, integrity, manifest, size }))
  return row as typeof release.$inferSelect
}

type Described = { id: string; integrity: string; manifest: ReleaseManifest; size: number }

const filesOf = ({ id, integrity, manifest, size }: Described) => [
  { release: id, path: RELEASE_FILE, size, integrity },
  ...Object.entries(manifest.files).map(([path, file]) => ({ release: id, path, ...file })),
]

/** It stands still no more. An upload whose rows are not all there could neither be resumed nor completed. */
async function goOn(tx: ReleasesTransaction, described: Described, by: string): Promise<void> {
  await tx.update(release).set({ startedAt: sql`now()`, publishedBy: by }).where(eq(release.id, described.id))
  await tx.insert(releaseFile).values(filesOf(described)).onConflictDoNothing()
}

const versionTaken = (part: string, version: string) =>
  new Refusal(
    'conflict',
    `${part} ${version} is published already, with other bytes. A release never changes: raise the version and build again.`,
  )

const missingFiles = async (db: ReleasesDatabase, id: string) => {
  const missing = and(eq(releaseFile.release, id), isNull(releaseFile.storedAt))
  const rows = await db.select({ path: releaseFile.path }).from(releaseFile).where(missing).orderBy(releaseFile.path)
  return rows.map(({ path }) => path)
}

/** Checks one file against release.json and stores it, with its compressed copy. */
export async function receiveFile(
  { db, files, part, brotliQuality = 11 }: Upload,
  version: string,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const { manifest, ...wanted } = await findFile(db, part, version, path)
  if (bytes.length !== wanted.size)
    throw new Refusal('mismatch', `${path} has ${bytes.length} bytes, ${RELEASE_FILE} says ${wanted.size}.`)
  const integrity = integrityOf(bytes)
  if (integrity !== wanted.integrity)
    throw new Refusal('mismatch', `${path} has the digest ${integrity}, ${RELEASE_FILE} says ${wanted.integrity}.`)
  if (wanted.storedAt) return
  // No visitor downloads the others: the best quality would take ten times as long for nobody.
  const quality = isForBrowsers(manifest, path) ? brotliQuality : Math.min(5, brotliQuality)
  const copy = await brotliCopy(path, bytes, quality)
  await files.put(fileKey(wanted.release, integrity), bytes)
  if (copy) await files.put(brotliKey(wanted.release, integrity), copy)
  const stored = await db
    .update(releaseFile)
    .set({ storedAt: new Date(), brotliSize: copy?.length ?? null })
    .from(release)
    .where(
      and(
        eq(releaseFile.release, wanted.release),
        eq(releaseFile.path, path),
        eq(release.id, releaseFile.release),
        isNull(release.removedAt),
      ),
    )
    .returning({ path: releaseFile.path })
  if (stored.length > 0) return
  // What was deleted meanwhile did not have them yet: nobody else would ever find them.
  await files.delete(fileKey(wanted.release, integrity))
  if (copy) await files.delete(brotliKey(wanted.release, integrity))
  throw uploadReplaced(part, version)
}

async function findFile(db: ReleasesDatabase, part: string, version: string, path: string) {
  const [row] = await db
    .select({ manifest: release.manifest, file: releaseFile })
    .from(release)
    .leftJoin(releaseFile, and(eq(releaseFile.release, release.id), eq(releaseFile.path, path)))
    .where(and(eq(release.part, part), eq(release.version, version), isNull(release.removedAt)))
  if (!row) throw noUpload(part, version)
  if (!row.file) throw new Refusal('not-found', `${RELEASE_FILE} of ${part} ${version} lists no file ${path}.`)
  return { ...row.file, manifest: row.manifest }
}

export const noUpload = (part: string, version: string) =>
  new Refusal('not-found', `No upload of ${part} ${version} was begun. Send its ${RELEASE_FILE} first.`)

export const uploadReplaced = (part: string, version: string) =>
  new Refusal('conflict', `Another build of ${part} ${version} took the place of this upload. Publish again.`)
