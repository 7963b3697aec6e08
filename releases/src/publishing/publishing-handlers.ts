import { RELEASE_FILE } from '@marram/release-contract/release'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { ReleasesTransaction } from '../database'
import { lookAtNew } from '../gate/keep-current'
import type { Handlers, InputBy } from '../handler'
import { Refusal } from '../refusal'
import { isVersion, release, releaseFile } from '../schema'
import { fileKey, storedSize } from '../storage'
import { listParts, listVersions } from './listings'
import { beginUpload, noUpload, receiveFile, uploadReplaced } from './uploads'

export const publishingHandlers = {
  listParts: async ({ db }) => ({ parts: await listParts(db) }),
  listVersions: async ({ db }, { part }) => ({ part, versions: await listVersions(db, part) }),
  beginUpload,
  sendFile: receiveFile,
  completeUpload,
} satisfies Partial<Handlers>

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
    if ((await storedSize(files, fileKey(id, integrity))) === size) continue
    await db
      .update(releaseFile)
      .set({ storedAt: null })
      .where(and(eq(releaseFile.release, id), eq(releaseFile.path, path)))
  }
}
