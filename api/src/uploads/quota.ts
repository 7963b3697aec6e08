import { clientNetwork } from '@marram/server/client-network'
import { countKinds, type Metrics } from '@marram/server/metrics'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { keyedDigest } from '../accounts/tokens'
import type { Db, Tx } from '../database/schema'
import { Refusal } from '../http/refusal'
import { uploadedBytes } from './tables'

/** How many bytes of images may be stored within a day: by one network, and by all together. */
export type UploadLimits = { client: number; all: number }
/** The counted bytes, to be given back after a failure. */
type Charge = { clients: string[]; hour: Date; bytes: number }

const DAY_HOURS = 24
/** The key for the images of all networks together; no digest is that short. */
const ALL = 'all'
/** The minimum size of a file on a disk. It also bounds the number of counted networks. */
const BLOCK_BYTES = 4096

const KINDS = ['network', 'all', 'disk'] as const
type RefusedUpload = (typeof KINDS)[number]
export const countRefusedUploads = (metrics: Metrics): ((kind: RefusedUpload) => void) =>
  countKinds(metrics, {
    name: 'marram_uploads_refused_total',
    help: 'Refused forms with images: too many of one network, of all together, or too little free disk space.',
    kinds: KINDS,
  })

/** Counted in the database, for all instances. `secret` keys the digests of networks, which could be guessed otherwise. */
export function uploadQuota(db: Db, secret: string, limits: UploadLimits, onRefused: (kind: RefusedUpload) => void) {
  const digestOf = (address: string) => keyedDigest(secret, `uploads of ${clientNetwork(address)}`)

  /** Refuses if the limits are exceeded; `room` is the space that must be left. */
  async function check(tx: Pick<Db, 'select'>, client: string, room: number): Promise<void> {
    const rows = await tx
      .select({
        client: uploadedBytes.client,
        bytes: uploadedBytes.bytes,
        // When the hour is no longer counted, by the shared clock of the database.
        seconds: sql<number>`extract(epoch from ${uploadedBytes.hour} + make_interval(hours => ${DAY_HOURS}) - now())::int`,
      })
      .from(uploadedBytes)
      .where(and(inArray(uploadedBytes.client, [client, ALL]), sql`not ${isOver}`))
      .orderBy(uploadedBytes.hour)
    const refuse = (kind: RefusedUpload, code: number, words: string, whose: string, most: number) => {
      const counted = rows.filter((row) => row.client === whose)
      const seconds = secondsUntilRoom(counted, most - room)
      if (seconds === 0) return
      onRefused(kind)
      throw new Refusal(code, `${words} Try again in ${hours(seconds)}.`, undefined, seconds)
    }
    refuse('network', 429, 'Too many images were sent from your network within a day.', client, limits.client)
    refuse('all', 503, 'More images were sent to us within a day than we can store.', ALL, limits.all)
  }

  return {
    /** Refuses at once if nothing more can be stored, before an image is read, which costs more. */
    admit: (address: string) => check(db, digestOf(address), 1),

    /** Counts images that are about to be stored, in the transaction that notes them. Refuses too many bytes. */
    async charge(tx: Tx, address: string, images: Iterable<Buffer>): Promise<Charge> {
      let bytes = 0
      for (const { length } of images) bytes += Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES
      const client = digestOf(address)
      const hour = sql`date_trunc('hour', now())`
      // The row of all networks last: every transaction locks in this order, so no two deadlock.
      const clients = [client, ALL]
      const [counted] = await tx
        .insert(uploadedBytes)
        .values(clients.map((each) => ({ client: each, hour, bytes })))
        .onConflictDoUpdate({
          target: [uploadedBytes.client, uploadedBytes.hour],
          set: { bytes: sql`${uploadedBytes.bytes} + excluded.bytes` },
        })
        .returning()
      await check(tx, client, 0)
      return { clients, hour: counted?.hour ?? new Date(), bytes }
    },

    async giveBack({ clients, hour, bytes }: Charge) {
      for (const client of clients)
        await db
          .update(uploadedBytes)
          .set({ bytes: sql`greatest(0, ${uploadedBytes.bytes} - ${bytes})` })
          .where(and(eq(uploadedBytes.client, client), eq(uploadedBytes.hour, hour)))
    },
  }
}

const isOver = lte(uploadedBytes.hour, sql`now() - make_interval(hours => ${DAY_HOURS})`)

export async function forgetOldUploads(db: Db): Promise<void> {
  await db.delete(uploadedBytes).where(isOver)
}

/** 0 if at most `most` is counted; the oldest hours are forgotten first. */
function secondsUntilRoom(rows: { bytes: number; seconds: number }[], most: number): number {
  let counted = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  let wait = 0
  for (const { bytes, seconds } of rows) {
    if (counted <= most) break
    counted -= bytes
    wait = Math.max(1, seconds)
  }
  return wait
}

function hours(seconds: number): string {
  const count = Math.ceil(seconds / 3600)
  return count === 1 ? 'an hour' : `${count} hours`
}
