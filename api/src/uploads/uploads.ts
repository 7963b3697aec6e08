import { randomUUID } from 'node:crypto'
import { inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../call'
import { unfinishedUploads } from '../database/tables'
import type { UploadFiles } from './upload-files'

/** Stored images that no row names yet. */
export type StoredImages<Key> = {
  names: Map<Key, string>
  /** Belongs into the transaction that writes the names. */
  finish(tx: Tx): Promise<void>
  /** Removes them, unless they were finished after all: a connection can break while a transaction succeeds. */
  discard(): Promise<void>
}
export type Uploads = {
  /** Stores images under new names, by whatever the caller knows them by. */
  store<Key>(images: Map<Key, Buffer>): Promise<StoredImages<Key>>
}

/**
 * A name is noted before its file is written, and struck out by the transaction that uses it: whatever ends a
 * submission in between, the database knows which files belong to nothing.
 */
export function openUploads(db: Db, files: UploadFiles, log: FastifyBaseLogger): Uploads {
  return {
    async store<Key>(images: Map<Key, Buffer>) {
      const names = new Map(Array.from(images.keys(), (key) => [key, `${randomUUID()}.webp`]))
      const mine = inArray(unfinishedUploads.name, [...names.values()])
      const stored: StoredImages<Key> = {
        names,
        async finish(tx) {
          if (names.size > 0) await tx.delete(unfinishedUploads).where(mine)
        },
        async discard() {
          if (names.size === 0) return
          try {
            await remove(db, files, mine)
          } catch (error) {
            log.warn(error, 'could not remove images of a submission that failed; it will be tried again')
          }
        },
      }
      if (names.size > 0) await db.insert(unfinishedUploads).values(Array.from(names.values(), (name) => ({ name })))
      try {
        for (const [key, bytes] of images) await files.put(names.get(key) as string, bytes)
      } catch (error) {
        await stored.discard()
        throw error
      }
      return stored
    },
  }
}

/** Removes what submissions left that ended half-way, a day later. */
export const removeUnfinishedUploads = (db: Db, files: UploadFiles) =>
  remove(db, files, lt(unfinishedUploads.begunAt, sql`now() - interval '1 day'`))

/** A locked name is in a transaction that may yet succeed, or has ended without our hearing of it: left for later. */
async function remove(db: Db, files: UploadFiles, which: SQL): Promise<number> {
  const found = await db
    .select({ name: unfinishedUploads.name })
    .from(unfinishedUploads)
    .where(which)
    .limit(1000)
    .for('update', { skipLocked: true })
  const names = found.map(({ name }) => name)
  for (const name of names) await files.delete(name)
  if (names.length > 0) await db.delete(unfinishedUploads).where(inArray(unfinishedUploads.name, names))
  return names.length
}
