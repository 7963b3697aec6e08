import { createHash } from 'node:crypto'
import { eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../database/schema'
import { Refusal } from '../http/refusal'
import { loginFailures } from './tables'

/** So many failures with one phone no within so many minutes of the first; all instances count together. */
export const LOGIN_LIMIT = { failures: 10, minutes: 15 }
export type LoginLimit = typeof LOGIN_LIMIT

/** Counts an attempt as a failure until it succeeds, so that many at once are limited too. Throws over the limit. */
export async function countAttempt(db: Db, limit: LoginLimit, phone: string, now: Date): Promise<void> {
  const over = sql`${loginFailures.since} <= ${sql.param(startOf(limit, now), loginFailures.since)}`
  const [counted] = await db
    .insert(loginFailures)
    .values({ phoneDigest: digestOf(phone), failures: 1, since: now })
    .onConflictDoUpdate({
      target: loginFailures.phoneDigest,
      set: {
        failures: sql`case when ${over} then 1 else ${loginFailures.failures} + 1 end`,
        since: sql`case when ${over} then excluded.since else ${loginFailures.since} end`,
      },
    })
    .returning()
  if (!counted || counted.failures <= limit.failures) return
  const seconds = Math.max(1, Math.ceil((counted.since.getTime() + limit.minutes * MINUTE - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw new Refusal(429, `Too many attempts with this phone no. Try again in ${wait}.`, undefined, seconds)
}

export async function forgetFailures(db: Db, phone: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.phoneDigest, digestOf(phone)))
}

export async function forgetOldFailures(db: Db, now: Date, limit = LOGIN_LIMIT): Promise<void> {
  await db.delete(loginFailures).where(lte(loginFailures.since, startOf(limit, now)))
}

const MINUTE = 60_000
const startOf = ({ minutes }: LoginLimit, now: Date) => new Date(now.getTime() - minutes * MINUTE)
const digestOf = (phone: string) => createHash('sha256').update(phone).digest('base64url')
