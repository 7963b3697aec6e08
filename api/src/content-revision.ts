import { within } from '@marram/server/within'
import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from './call'
import { contentRevision } from './database/tables'

/** How long a process may not notice that another one changed the content. */
const NOTICE_WITHIN = 500
/** Every public read waits for it. After a longer time its connection hangs, and another one may not. */
const READ_WITHIN = 10_000
/** How long what was last known counts where it cannot be read. */
const KNOWN_FOR = 10 * 60_000

export type ContentRevision = {
  /**
   * The revision, the day, since a day decides which events are past, and the code, since another may answer otherwise:
   * `17.2027-04-17.ab12cd34`.
   */
  current(): Promise<string>
  /** As `current`, where the database was asked a moment ago. */
  fresh(): string | undefined
  /** As `current`, but without asking the database: undefined where it has not answered for long. */
  lastKnown(): string | undefined
  /** For a process that has just changed the content itself. */
  forget(): void
}

export function watchContentRevision(db: Db, today: () => string, code: string): ContentRevision {
  let known = 0
  let readAt = Number.NEGATIVE_INFINITY
  let name = ''
  let reading: Promise<void> | undefined
  const read = async () => {
    const [row] = await within(READ_WITHIN, db.select().from(contentRevision).where(eq(contentRevision.id, 1)))
    known = row?.revision ?? 0
    readAt = performance.now()
    name = named()
  }
  const named = () => `${known}.${today()}.${code}`
  return {
    async current() {
      if (performance.now() - readAt > NOTICE_WITHIN) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      return named()
    },
    fresh: () => (performance.now() - readAt > NOTICE_WITHIN ? undefined : name),
    lastKnown: () => (performance.now() - readAt < KNOWN_FOR ? named() : undefined),
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** Must be in the transaction that changes the content. */
export async function bumpContentRevision(tx: Tx): Promise<number> {
  const [row] = await tx
    .insert(contentRevision)
    .values({ id: 1, revision: 1 })
    .onConflictDoUpdate({ target: contentRevision.id, set: { revision: sql`${contentRevision.revision} + 1` } })
    .returning()
  return row?.revision ?? 0
}
