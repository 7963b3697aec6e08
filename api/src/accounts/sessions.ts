import { randomUUID } from 'node:crypto'
import { isSessionName, REPEAT_WITHIN_MS, sessionNamedIn } from '@marram/api-contract/session'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import { sessions } from './tables'
import { digestOf, firstToken, type Holder, successorOf } from './tokens'

const LIFE = 30 * 24 * 3_600_000
/** Longest life of a session, however often it was continued, so that a stolen one ends too. */
const WHOLE_LIFE = sql`${sessions.createdAt} + interval '90 days'`

export type Continued = Holder & { refreshToken: string }

export async function startSession(db: Db | Tx, user: string, now: Date): Promise<Continued> {
  const session = randomUUID()
  const refreshToken = firstToken(session)
  const dates = { createdAt: now, expiresAt: endOf(now) }
  await db.insert(sessions).values({ id: session, user, tokenDigest: digestOf(refreshToken), ...dates })
  return { user, session, refreshToken }
}

/**
 * Uses a refresh token up, and returns its successor. A token that was used before ends its session, because it may be
 * stolen; only the last one, for some minutes and while its successor is unused, gets that successor again.
 */
export async function continueSession(db: Db, key: Buffer, token: string, now: Date): Promise<Continued | undefined> {
  const session = sessionNamedIn(token)
  if (!session) return undefined
  const refreshToken = successorOf(key, session, token)
  const [digest, nextDigest] = [digestOf(token), digestOf(refreshToken)]
  // One statement, so that of concurrent requests only one rotates, and the others find a used token.
  const isNext = and(eq(sessions.id, session), eq(sessions.tokenDigest, digest), gt(sessions.expiresAt, now))
  const [rotated] = await db
    .update(sessions)
    .set({
      ...{ tokenDigest: nextDigest, previousDigest: digest, rotatedAt: now },
      expiresAt: sql`least(${sql.param(endOf(now), sessions.expiresAt)}, ${WHOLE_LIFE})`,
    })
    .where(isNext)
    .returning()
  const wasNext = and(
    ...[eq(sessions.id, session), eq(sessions.previousDigest, digest), eq(sessions.tokenDigest, nextDigest)],
    gt(sessions.rotatedAt, new Date(now.getTime() - REPEAT_WITHIN_MS)),
  )
  const [used] = rotated ? [rotated] : await db.select().from(sessions).where(wasNext)
  if (used) return { user: used.user, session, refreshToken }

  // A token never becomes valid again, so no other request can interfere. The id is known only to holders of a token.
  await db.delete(sessions).where(eq(sessions.id, session))
  return undefined
}

/** Ends the session of a refresh token, whether or not it is the latest one; the session's id is enough. */
export async function endSession(db: Db, token: string): Promise<void> {
  const session = isSessionName(token) ? token : sessionNamedIn(token)
  if (session) await db.delete(sessions).where(eq(sessions.id, session))
}

/** Whether the session still exists: an access token can outlive it. */
export async function isLive(db: Db, { user, session }: Holder, now: Date): Promise<boolean> {
  const ours = and(eq(sessions.id, session), eq(sessions.user, user), gt(sessions.expiresAt, now))
  return (await db.$count(sessions, ours)) > 0
}

export async function forgetEndedSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}

const endOf = (now: Date) => new Date(now.getTime() + LIFE)
