import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { secret } from '../schema'

/** What signed texts are about; each has a key of its own. */
type Purpose = 'previews'

/** A text that says what it holds, and that only a registry on this database can have written. */
export async function sign(db: ReleasesDatabase, purpose: Purpose, contents: unknown): Promise<string> {
  const payload = Buffer.from(JSON.stringify(contents)).toString('base64url')
  return `${payload}.${signature(await key(db, purpose), payload)}`
}

/** What such a text holds; undefined where no registry has signed it. */
export async function readSigned(db: ReleasesDatabase, purpose: Purpose, text: string): Promise<unknown> {
  const [payload = '', signed = ''] = text.split('.')
  const right = Buffer.from(signature(await key(db, purpose), payload))
  const given = Buffer.from(signed)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

const signature = (secretKey: string, payload: string) =>
  createHmac('sha256', Buffer.from(secretKey, 'base64url')).update(payload).digest('base64url')

/** Created once, and the same for all registries of a database. */
async function key(db: ReleasesDatabase, name: Purpose): Promise<string> {
  const [known] = await db.select().from(secret).where(eq(secret.name, name))
  if (known) return known.value
  const value = randomBytes(32).toString('base64url')
  await db.insert(secret).values({ name, value }).onConflictDoNothing()
  // Another registry may have created it at the same moment.
  return key(db, name)
}
