import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { index, jsonb, primaryKey } from 'drizzle-orm/pg-core'
import { api, type Db, required, type Tx, writtenAt } from '../database/schema'
import { Refusal } from './refusal'

/** The result of a call, for repeated requests with its key. */
export const idempotencyKeys = api.table(
  'idempotency_keys',
  {
    call: required('call'),
    /** The key's fingerprint, since programs may use a name or an address as a key. */
    key: required('key'),
    bodyDigest: required('body_digest'),
    result: jsonb('answer').$type<Record<string, unknown>>().notNull(),
    createdAt: writtenAt(),
  },
  (table) => [primaryKey({ columns: [table.call, table.key] }), index('idempotency_keys_by_age').on(table.createdAt)],
)

/** Fits every caller: a visitor sends it by a button of the page, a program under another key. */
const OTHER_CONTENT =
  'This was sent before with other content, which has arrived. To send this too, send it as another one.'

type Result = Record<string, unknown>
/** The writes of one transaction, and the undo of preparations outside it. */
type Prepared<A> = { write(tx: Tx): Promise<A>; undo?(): Promise<void> }

/**
 * Does something once for each key: the same key with the same body gets the first result, with another body it is
 * refused. `prepare` may be slow: it runs outside the transaction, and is undone if another request came first.
 */
export async function once<A extends Result>(
  db: Db,
  call: string,
  key: string | undefined,
  body: unknown,
  prepare: () => Promise<Prepared<A>>,
): Promise<A> {
  const bodyDigest = fingerprint(JSON.stringify(body))
  if (key) {
    const earlier = await recall<A>(db, call, key, bodyDigest)
    if (earlier) return earlier
  }
  const prepared = await prepare()
  try {
    return await db.transaction(async (tx) => {
      const result = await prepared.write(tx)
      if (!key) return result
      // Waits for a transaction with the same key, and writes nothing if that one succeeds.
      const mine = await tx
        .insert(idempotencyKeys)
        .values({ call, key: fingerprint(key), bodyDigest, result })
        .onConflictDoNothing()
        .returning()
      if (mine.length === 0) throw new KeyTaken()
      return result
    })
  } catch (error) {
    await prepared.undo?.()
    if (!(error instanceof KeyTaken && key)) throw error
    const earlier = await recall<A>(db, call, key, bodyDigest)
    if (!earlier) throw error
    return earlier
  }
}

const fingerprint = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Rolls back a transaction that has found the key of another request. */
class KeyTaken extends Error {}

async function recall<A extends Result>(db: Db, call: string, key: string, bodyDigest: string): Promise<A | undefined> {
  const [earlier] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, fingerprint(key))))
  if (!earlier) return undefined
  if (earlier.bodyDigest !== bodyDigest) throw new Refusal(409, OTHER_CONTENT)
  return earlier.result as A
}

/** Keys are stored for longer than a draft on a visitor's device, which is 30 days: a draft that is sent again still has its key. */
export async function forgetOldKeys(db: Db): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '35 days'`))
}
