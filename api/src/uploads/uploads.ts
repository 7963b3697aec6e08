import { randomUUID } from 'node:crypto'
import type { FreeDisk } from '@marram/server/free-disk'
import type { Metrics } from '@marram/server/metrics'
import { inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../database/schema'
import { Refusal } from '../http/refusal'
import { countRefusedUploads, type UploadLimits, uploadQuota } from './quota'
import { unfinishedUploads } from './tables'
import type { UploadFiles } from './upload-files'

export type WrittenFiles = Pick<UploadFiles, 'put' | 'delete'>
export type Uploads = ReturnType<typeof openUploads>

type Parts = {
  db: Db
  files: WrittenFiles
  /** Keys the digests of networks. */
  secret: string
  limits: UploadLimits
  /** Set if images are on a disk of this machine. */
  disk: FreeDisk | undefined
  metrics: Metrics
  log: FastifyBaseLogger
}

const RETRY_AFTER_S = 600

/**
 * A name is noted before its file is written, and removed by the transaction that uses it. So if a submission is
 * interrupted, the names of orphaned files are known. Files count from when they are noted until they are removed, so that
 * concurrent uploads are limited too.
 */
export function openUploads({ db, files, secret, limits, disk, metrics, log }: Parts) {
  const onRefused = countRefusedUploads(metrics)
  const quota = uploadQuota(db, secret, limits, onRefused)
  async function admitToDisk(bytes = 0): Promise<void> {
    if (!(await disk?.isFull(bytes))) return
    onRefused('disk')
    throw new Refusal(503, 'Images cannot be stored right now. Please try again later.', undefined, RETRY_AFTER_S)
  }
  return {
    /** Refuses at once if no image of this client can be stored, before one is read, which costs more. */
    async admit(client: string) {
      await admitToDisk()
      await quota.admit(client)
    },

    /**
     * Stores a client's images under new names, by the caller's keys. `finish` belongs into the transaction that writes
     * the names. `discard` removes the images, unless that transaction succeeded after all.
     */
    async store<Key>(images: Map<Key, Buffer>, client: string) {
      if (images.size === 0) return { names: new Map<Key, string>(), finish: async () => {}, discard: async () => {} }
      const names = new Map(Array.from(images.keys(), (key) => [key, `${randomUUID()}.webp`]))
      const mine = inArray(unfinishedUploads.name, [...names.values()])
      let bytes = 0
      for (const { length } of images.values()) bytes += length
      await admitToDisk(bytes)
      const charge = await db.transaction(async (tx) => {
        await tx.insert(unfinishedUploads).values(Array.from(names.values(), (name) => ({ name })))
        return quota.charge(tx, client, images.values())
      })
      const stored = {
        names,
        async finish(tx: Tx) {
          await tx.delete(unfinishedUploads).where(mine)
        },
        async discard() {
          try {
            if ((await remove(db, files, mine)) === names.size) await quota.giveBack(charge)
          } catch (error) {
            log.warn(error, 'could not remove images of a submission that failed; it will be tried again')
          }
        },
      }
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

/** Removes files of interrupted submissions, a day later. */
export const removeUnfinishedUploads = (db: Db, files: WrittenFiles) =>
  remove(db, files, lt(unfinishedUploads.begunAt, sql`now() - interval '1 day'`))

/** Skips locked names: their transaction may still succeed. */
async function remove(db: Db, files: WrittenFiles, which: SQL): Promise<number> {
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
