import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from './database'
import type { Caller } from './permissions'
import { token } from './schema'

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

export const hasToken = async (db: ReleasesTransaction, raw: string) =>
  (
    await db
      .select({ id: token.id })
      .from(token)
      .where(eq(token.hash, hash(raw)))
  ).length > 0

/** Whose token the `Authorization` header carries; undefined for none, an unknown or an expired one. */
export async function findCaller(db: ReleasesDatabase, header: string | undefined): Promise<Caller | undefined> {
  const raw = /^Bearer ([\w.~+/-]{1,200}=*)$/i.exec(header ?? '')?.[1]
  if (!raw) return undefined
  const wanted = hash(raw)
  const [found] = await db.select().from(token).where(eq(token.hash, wanted))
  if (!found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(wanted))) return undefined
  if (found.expiresAt && found.expiresAt.getTime() <= Date.now()) return undefined
  return { name: found.name, role: found.role, part: found.part, environment: found.environment }
}
