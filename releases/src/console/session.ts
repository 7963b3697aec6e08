import { z } from 'zod'
import type { ReleasesDatabase } from '../database'
import { readSigned, sign } from '../signing'
import { findHolderById, type Holder } from '../tokens'

/** A working day: whoever comes back the next morning logs in again. */
const LIFE_S = 12 * 3600
export const SESSION_COOKIE = 'marram_console'

const contents = z.object({ t: z.uuid(), x: z.int() })
export type Session = { holder: Holder; expiresAt: Date }

/** Begins a session with a token. The cookie names the token and holds nothing of it: revoking the token ends the session. */
export async function beginSession(db: ReleasesDatabase, holder: Holder, now: Date) {
  const end = new Date(now.getTime() + LIFE_S * 1000)
  const expiresAt = holder.expiresAt && holder.expiresAt < end ? holder.expiresAt : end
  const value = await sign(db, 'sessions', { t: holder.id, x: Math.floor(expiresAt.getTime() / 1000) })
  return { session: { holder, expiresAt }, value, seconds: Math.floor((expiresAt.getTime() - now.getTime()) / 1000) }
}

/** The session that a request's cookies carry; undefined where there is none, or it has ended. */
export async function findSession(
  db: ReleasesDatabase,
  cookies: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  const value = cookieIn(cookies)
  if (value === undefined) return undefined
  const { success, data } = contents.safeParse(await readSigned(db, 'sessions', value))
  if (!success || data.x * 1000 <= now.getTime()) return undefined
  const holder = await findHolderById(db, data.t)
  return holder && { holder, expiresAt: new Date(data.x * 1000) }
}

const cookieIn = (cookies = '') =>
  cookies
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${SESSION_COOKIE}=`))
    ?.slice(SESSION_COOKIE.length + 1)

/** Out of reach for scripts and for other sites; with 0 seconds it is taken away. */
export const sessionCookie = (value: string, { seconds, secure }: { seconds: number; secure: boolean }): string =>
  [
    `${SESSION_COOKIE}=${value}`,
    'Path=/console',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
