import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { integrityOf } from '@marram/files/digest'
import { isForBrowsers, RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { isText } from '@marram/server/content-type'
import { Semaphore } from '@marram/server/semaphore'
import { storedAs } from '@marram/server/stored-files'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { lastPublished, record } from '../audit/audit'
import { deleteFilesOf } from '../clean-up/clean-up'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { lookAtNew } from '../gate/keep-current'
import type { Handlers, Input, InputBy } from '../handler'
import { Refusal } from '../refusal'
import { isVersion, release, releaseFile } from '../schema'
import { brotliKey, fileKey } from '../storage'
import { listParts, listVersions } from './listings'
import { readManifest } from './manifest'

/** Starts or resumes an upload. An unfinished one may get other bytes, so that a failed build does not use up its version. */
const beginUpload: Handlers['beginUpload'] = async (context, { part, bytes, by }, { reply }) => {
  const { db, files } = context
  const manifest = readManifest(part, bytes)
  const { version } = manifest
  const { row, replaced } = await claimVersion(db, manifest, { integrity: integrityOf(bytes), size: bytes.length, by })
  if (replaced) await deleteFilesOf(db, files, replaced)
  if (row.completedAt) return { version, complete: true, missing: [] }
  await receiveFile(context, { part, version, '*': RELEASE_FILE, bytes })
  reply.code(201)
  const missing = and(eq(releaseFile.release, row.id), isNull(releaseFile.storedAt))
  const rows = await db.select({ path: releaseFile.path }).from(releaseFile).where(missing).orderBy(releaseFile.path)
  return { version, complete: false, missing: rows.map(({ path }) => path) }
}

async function claimVersion(
  db: ReleasesDatabase,
  manifest: ReleaseManifest,
  { integrity, size, by: publishedBy }: { integrity: string; size: number; by: string },
) {
  const { name: part, version } = manifest
  const filesOf = (id: string) => [
    { release: id, path: RELEASE_FILE, size, integrity },
    ...Object.entries(manifest.files).map(([path, file]) => ({ release: id, path, ...file })),
  ]
  return db.transaction(async (tx) => {
    // Two pipelines may begin concurrently: the second one continues the upload of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${part} ${version}`}, 0))`)
    const [earlier] = await tx.select().from(release).where(isVersion({ part, version })).for('update')
    if (earlier?.integrity === integrity) {
      if (earlier.completedAt && !earlier.removedAt) return { row: earlier }
      // An upload is resumed; a deleted release with the same bytes begins without files.
      const { id } = earlier
      const begun = { completedAt: null, removedAt: null, startedAt: sql`now()`, publishedBy }
      const [row] = await tx.update(release).set(begun).where(eq(release.id, id)).returning()
      if (earlier.removedAt) await tx.delete(releaseFile).where(eq(releaseFile.release, id))
      // An upload with missing rows could neither be resumed nor completed.
      await tx.insert(releaseFile).values(filesOf(id)).onConflictDoNothing()
      return { row: row as typeof earlier }
    }
    if (earlier && (earlier.completedAt ?? (await lastPublished(tx, earlier))))
      throw new Refusal(
        'conflict',
        `${part} ${version} is published already, with other bytes. A release never changes: raise the version and build again.`,
      )
    // The row of an unfinished upload stays, under a version that cannot be published, until its files are deleted.
    if (earlier)
      await tx.update(release).set({ version: earlier.id, removedAt: sql`now()` }).where(eq(release.id, earlier.id))
    const values = { part, version, integrity, manifest, publishedBy }
    const [row] = (await tx.insert(release).values(values).returning()) as [typeof release.$inferSelect]
    await tx.insert(releaseFile).values(filesOf(row.id))
    return { row, replaced: earlier?.id }
  })
}

/** Checks one file against release.json and stores it, with its compressed copy. */
async function receiveFile(
  { db, files, disk, brotliQuality = 11 }: RegistryContext,
  { part, version, '*': path, bytes }: Input<'sendFile'>,
): Promise<null> {
  // Before the disk is full: the rest is for promotions and rollbacks, which also write a little.
  if ((await disk?.health())?.state === 'full')
    throw new Refusal(
      'disk-full',
      "The registry's disk is nearly full, so it takes no releases. Publish again when there is room.",
    )
  const { manifest, ...wanted } = await findFile(db, part, version, path)
  if (bytes.length !== wanted.size)
    throw new Refusal('mismatch', `${path} has ${bytes.length} bytes, ${RELEASE_FILE} declares ${wanted.size}.`)
  const integrity = integrityOf(bytes)
  if (integrity !== wanted.integrity)
    throw new Refusal('mismatch', `${path} has the digest ${integrity}, ${RELEASE_FILE} declares ${wanted.integrity}.`)
  if (wanted.storedAt) return null
  // No visitor downloads the others: the best quality would take ten times as long without benefit.
  const quality = isForBrowsers(manifest, path) ? brotliQuality : Math.min(5, brotliQuality)
  const copy = await brotliCopy(path, bytes, quality)
  await files.put(fileKey(wanted.release, integrity), bytes)
  if (copy) await files.put(brotliKey(wanted.release, integrity), copy)
  const ofUpload = and(
    eq(releaseFile.release, wanted.release),
    eq(release.id, wanted.release),
    isNull(release.removedAt),
  )
  const stored = await db
    .update(releaseFile)
    .set({ storedAt: new Date(), brotliSize: copy?.length ?? null })
    .from(release)
    .where(and(ofUpload, eq(releaseFile.path, path)))
    .returning({ path: releaseFile.path })
  if (stored.length > 0) return null
  // The upload was deleted meanwhile, without these files: nothing else would delete them.
  await files.delete(fileKey(wanted.release, integrity))
  if (copy) await files.delete(brotliKey(wanted.release, integrity))
  throw uploadReplaced(part, version)
}

/** Completes a version once all its files are there. `integrity` is that of its release.json. */
async function completeUpload(context: RegistryContext, input: InputBy<'completeUpload'>) {
  const { db } = context
  const { part, version, by, integrity } = input
  const found = and(isVersion(input), isNull(release.removedAt))
  const [upload] = await db.select().from(release).where(found)
  if (!upload) throw noUpload(part, version)
  if (integrity !== undefined && integrity !== upload.integrity) throw uploadReplaced(part, version)
  if (upload.completedAt) return { part, version, changed: false }
  await forgetLostFiles(context, upload.id)
  const changed = await db.transaction(async (tx) => {
    const [current] = await tx.select().from(release).where(found).for('update')
    if (current?.id !== upload.id) throw uploadReplaced(part, version)
    if (current.completedAt) return false
    await refuseIncomplete(tx, upload)
    await tx.update(release).set({ completedAt: new Date(), publishedBy: by }).where(eq(release.id, upload.id))
    const detail = { integrity: upload.integrity }
    await record(tx, { action: 'publish', actor: by, part, version, from: null, to: { version }, detail })
    return true
  })
  if (changed) lookAtNew(context, { part, version })
  return { part, version, changed }
}

async function refuseIncomplete(tx: ReleasesTransaction, { id, part, version, manifest }: typeof release.$inferSelect) {
  const rows = await tx.select({ path: releaseFile.path }).from(releaseFile).where(storedOf(id))
  const stored = new Set(rows.map(({ path }) => path))
  // By the list of release.json: a file without a row is missing too.
  const missing = [RELEASE_FILE, ...Object.keys(manifest.files)].filter((path) => !stored.has(path)).sort()
  if (missing.length === 0) return
  const words =
    missing.length === 1 ? `${missing[0]} is missing` : `${missing.length} files are missing, such as ${missing[0]}`
  throw new Refusal('incomplete', `${part} ${version} cannot be completed: ${words}.`, { missing })
}

const storedOf = (id: string) => and(eq(releaseFile.release, id), isNotNull(releaseFile.storedAt))

/** A stored file that has disappeared from the disk counts as missing again. */
async function forgetLostFiles({ db, files }: RegistryContext, id: string): Promise<void> {
  for (const { path, integrity, size } of await db.select().from(releaseFile).where(storedOf(id))) {
    if ((await storedAs(files, fileKey(id, integrity)))?.contentLength === size) continue
    await db
      .update(releaseFile)
      .set({ storedAt: null })
      .where(and(eq(releaseFile.release, id), eq(releaseFile.path, path)))
  }
}

const compress = promisify(brotliCompress)
// Node has four threads for this and for reading files: two stay free for other requests.
const compressing = new Semaphore({ atOnce: 2 })

/** The file's Brotli copy, created once for concurrent callers; undefined if it would not be smaller. */
async function brotliCopy(path: string, bytes: Uint8Array, quality: number): Promise<Uint8Array | undefined> {
  if (!isText(path)) return undefined
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const copy = await compressing.run(() => compress(bytes, { params }))
  return copy.length < bytes.length ? copy : undefined
}

async function findFile(db: ReleasesDatabase, part: string, version: string, path: string) {
  const [row] = await db
    .select({ manifest: release.manifest, file: releaseFile })
    .from(release)
    .leftJoin(releaseFile, and(eq(releaseFile.release, release.id), eq(releaseFile.path, path)))
    .where(and(isVersion({ part, version }), isNull(release.removedAt)))
  if (!row) throw noUpload(part, version)
  if (!row.file) throw new Refusal('not-found', `${RELEASE_FILE} of ${part} ${version} lists no file ${path}.`)
  return { ...row.file, manifest: row.manifest }
}

const noUpload = (part: string, version: string) =>
  new Refusal('not-found', `No upload of ${part} ${version} was begun. Send its ${RELEASE_FILE} first.`)

const uploadReplaced = (part: string, version: string) =>
  new Refusal('conflict', `Another build of ${part} ${version} replaced this upload. Publish again.`)

export const publishingHandlers = {
  listParts: async ({ db }) => ({ parts: await listParts(db) }),
  listVersions: async ({ db }, { part }) => ({ part, versions: await listVersions(db, part) }),
  beginUpload,
  sendFile: receiveFile,
  completeUpload,
} satisfies Partial<Handlers>
