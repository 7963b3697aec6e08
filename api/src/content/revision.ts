import { notify } from '@marram/server/database'
import { SingleFlight } from '@marram/server/single-flight'
import { within } from '@marram/server/within'
import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import type { ContentRevision } from '../http/response-cache'
import { contentRevision } from './tables'

/** How long a process may miss a content change by another one. */
const NOTICE_WITHIN = 500
/** Timeout, since every public read waits for it. After that the connection counts as broken, and another one is tried. */
const READ_WITHIN = 10_000
/** How long the last known revision counts if it cannot be read. */
const KNOWN_FOR = 10 * 60_000

export function watchContentRevision(db: Db, today: () => string, code: string): ContentRevision {
  let known = 0
  let readAt = Number.NEGATIVE_INFINITY
  let isExpired = false
  const reading = new SingleFlight<void>()
  const read = async () => {
    // A notification that comes meanwhile needs another reading.
    isExpired = false
    const [row] = await within(READ_WITHIN, db.select().from(contentRevision).where(eq(contentRevision.id, 1)))
    known = row?.revision ?? 0
    readAt = performance.now()
    lastRead = named()
  }
  const named = () => `${known}.${today()}.${code}`
  const isFresh = () => !isExpired && performance.now() - readAt <= NOTICE_WITHIN
  // The day is looked up once for each reading, and not for each of thousands of requests.
  let lastRead = ''
  return {
    async current() {
      if (!isFresh()) await reading.share('', read)
      return named()
    },
    fresh: () => (isFresh() ? lastRead : undefined),
    lastKnown: () => (performance.now() - readAt < KNOWN_FOR ? named() : undefined),
    expire() {
      isExpired = true
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** The channel on which every process of the API learns of changed content. */
export const CONTENT_CHANGED = 'marram_content'

/** Must be in the transaction that changes the content. */
export async function bumpContentRevision(tx: Tx): Promise<number> {
  const [row] = await tx
    .insert(contentRevision)
    .values({ id: 1, revision: 1 })
    .onConflictDoUpdate({ target: contentRevision.id, set: { revision: sql`${contentRevision.revision} + 1` } })
    .returning()
  await notify(tx, CONTENT_CHANGED)
  return row?.revision ?? 0
}
