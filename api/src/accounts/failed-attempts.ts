import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../database/schema'
import { Refusal } from '../http/refusal'
import { failedAttempts } from './tables'
import { keyedDigest } from './tokens'

/** How many attempts with one phone number may fail; all instances count together. */
export const ATTEMPT_LIMIT = {
  /** Limits for one source, within so many minutes and within a day. */
  ...{ failures: 10, minutes: 15, sourceADay: 50 },
  /** Limits for all networks together within a day. Above the first number, each network has only so many. */
  ...{ attackFrom: 50, networkInAttack: 2, networksADay: 200 },
}
export type AttemptLimit = typeof ATTEMPT_LIMIT

/**
 * The source of an attempt: a known device or session of the account, as `device ID`, or the digest of the network of any
 * other client, as `network DIGEST`. Attempts from networks never count against a device.
 */
export type Source = `device ${string}` | `network ${string}`
type Failure = { source: string; at: Date }

/** Milliseconds until a source may try again; 0 for at once. `failures` are those with one phone number, newest first. */
export function waitFor(failures: Failure[], source: Source, now: Date, limit: AttemptLimit): number {
  const from = (beginning: string) => failures.filter((failure) => failure.source.startsWith(beginning))
  /** Until fewer than `most` lie within the time. */
  const until = (counted: Failure[], most: number, time: number) =>
    Math.max(0, (counted[most - 1]?.at.getTime() ?? Number.NEGATIVE_INFINITY) + time - now.getTime())
  const own = from(source)
  const wait = Math.max(until(own, limit.failures, limit.minutes * MINUTE), until(own, limit.sourceADay, DAY))
  if (!source.startsWith('network')) return wait
  const all = from('network')
  // If many networks guess, each still has a few attempts, so that the owner has some on a new device too.
  const inAttack = Math.min(until(all, limit.attackFrom, DAY), until(own, limit.networkInAttack, DAY))
  return Math.max(wait, inAttack, until(all, limit.networksADay, DAY))
}

/**
 * Counts an attempt as a failure until it succeeds, so that concurrent ones are limited too. Throws over the limit. Returns
 * a function to call after a success.
 */
export function attempts(db: Db, key: Buffer, limit: AttemptLimit) {
  const digestOf = (phone: string) => keyedDigest(key, `phone ${phone}`)
  return async (phone: string, source: Source, now: Date): Promise<() => Promise<void>> => {
    const id = randomUUID()
    const ofPhone = eq(failedAttempts.phoneDigest, digestOf(phone))
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`log-in ${digestOf(phone)}`}, 0))`)
      const counted = and(ofPhone, gt(failedAttempts.at, new Date(now.getTime() - DAY)))
      const failures = await tx.select().from(failedAttempts).where(counted).orderBy(desc(failedAttempts.at))
      const wait = waitFor(failures, source, now, limit)
      if (wait > 0) throw tooMany(source, Math.ceil(wait / 1000))
      await tx.insert(failedAttempts).values({ id, phoneDigest: digestOf(phone), source, at: now })
    })
    // Other failures of a network still count: somebody else may be guessing there.
    const over = source.startsWith('network') ? eq(failedAttempts.id, id) : eq(failedAttempts.source, source)
    return async () => void (await db.delete(failedAttempts).where(and(ofPhone, over)))
  }
}

export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(failedAttempts).where(lte(failedAttempts.at, new Date(now.getTime() - DAY)))
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function tooMany(source: Source, seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? 'a minute' : `${minutes} minutes`
  const elsewhere = source.startsWith('network') ? ' Where you have logged in before, you can log in at once.' : ''
  const message = `Too many attempts with this phone number. Try again in ${wait}.${elsewhere}`
  return new Refusal(429, message, undefined, seconds)
}
