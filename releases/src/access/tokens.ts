import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Caller } from '@marram/release-contract/permissions'
import { eq } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { token } from '../schema'

const hash = (raw: string) => createHash('sha256').update(raw).digest('hex')

/** Keeps a token's hash only. */
export async function addToken(
  db: ReleasesDatabase | ReleasesTransaction,
  raw: string,
  grant: Omit<typeof token.$inferInsert, 'id' | 'hash' | 'createdAt'>,
): Promise<void> {
  await db.insert(token).values({ ...grant, hash: hash(raw) })
}

export const newToken = () => `marram_${randomBytes(32).toString('base64url')}`

/** Whatever is known of a token, also of one that has ended. */
export const findByRaw = async (db: ReleasesDatabase | ReleasesTransaction, raw: string) =>
  (
    await db
      .select()
      .from(token)
      .where(eq(token.hash, hash(raw)))
  )[0]

export const isOver = ({ expiresAt }: Pick<typeof token.$inferSelect, 'expiresAt'>): boolean =>
  expiresAt !== null && expiresAt.getTime() <= Date.now()

/** A token that may be used now, and who holds it. */
export type Holder = Caller & { id: string; expiresAt: Date | null }

/** Whose token the `Authorization` header carries; undefined for none, an unknown or an expired one. */
export async function findCaller(db: ReleasesDatabase, header: string | undefined): Promise<Holder | undefined> {
  const raw = /^Bearer (.+)$/i.exec(header ?? '')?.[1]
  return raw === undefined ? undefined : findHolder(db, raw)
}

/** Whose token this is; undefined for an unknown or an expired one. */
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

function holderOf(found: typeof token.$inferSelect): Holder | undefined {
  if (isOver(found)) return undefined
  const { id, name, role, part, environment, expiresAt } = found
  return { id, name, role, part, environment, expiresAt }
}
