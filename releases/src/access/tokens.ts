import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Caller } from '@marram/release-contract/permissions'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db, ReleasesDatabase, ReleasesTransaction } from '../database'
import { identity, token } from '../schema'

type Token = typeof token.$inferSelect

const hash = (raw: string) => createHash('sha256').update(raw).digest('hex')

export const newToken = () => `marram_${randomBytes(32).toString('base64url')}`

/** Concurrent changes must not create the same name twice, nor end each other's token. */
export const lockTokens = (tx: ReleasesTransaction) => tx.execute(sql`lock table ${token} in share row exclusive mode`)

/** Stores a token's hash only. */
export async function addToken(db: Db, raw: string, grant: Omit<typeof token.$inferInsert, 'hash'>): Promise<void> {
  await db.insert(token).values({ ...grant, hash: hash(raw) })
}

/** The row of a token, also of one that has ended. */
export async function findByRaw(db: Db, raw: string): Promise<Token | undefined> {
  const rows = await db
    .select()
    .from(token)
    .where(eq(token.hash, hash(raw)))
  return rows[0]
}

export const isOver = ({ expiresAt }: Pick<Token, 'expiresAt'>): boolean =>
  expiresAt !== null && expiresAt.getTime() <= Date.now()

/** A token that may be used now, and its owner. */
export type Holder = Caller & { id: string; expiresAt: Date | null }

/** The owner of the token in the `Authorization` header; undefined for none, an unknown or an expired one. */
export async function findCaller(db: ReleasesDatabase, header: string | undefined): Promise<Holder | undefined> {
  const raw = /^Bearer (.+)$/i.exec(header ?? '')?.[1]
  return raw === undefined ? undefined : findHolder(db, raw)
}

/** The owner of a token; undefined for an unknown or an expired one. */
export async function findHolder(db: ReleasesDatabase, raw: string): Promise<Holder | undefined> {
  if (!/^[\w.~+/-]{1,200}=*$/.test(raw)) return undefined
  const found = await findByRaw(db, raw)
  if (!found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash(raw)))) return undefined
  return holderOf(found)
}

/** The same by the token's id, for a session that was begun with it. */
export async function findHolderById(db: ReleasesDatabase, id: string): Promise<Holder | undefined> {
  const [found] = await db.select().from(token).where(eq(token.id, id))
  return found && holderOf(found)
}

/**
 * The owner of what is done later: an identity has its rights for as long as it is there, whenever its token ended. One that
 * was added after the token has only its name.
 */
export async function findHolderLater(db: ReleasesDatabase, id: string): Promise<Holder | undefined> {
  const [found] = await db.select().from(token).where(eq(token.id, id))
  if (!found?.ofIdentity) return found && holderOf(found)
  const ofToken = and(eq(identity.name, found.name), lte(identity.createdAt, found.createdAt))
  const [own] = await db.select().from(identity).where(ofToken)
  if (!own) return undefined
  const { name, role, part, environment } = own
  return { id, name, role, part, environment, expiresAt: null }
}

const holderOf = (found: Token): Holder | undefined => {
  const { hash: _, createdAt: __, ofIdentity: ___, ...holder } = found
  return isOver(found) ? undefined : holder
}
