import { z } from 'zod'
import { readSigned, sign } from '../access/signing'
import { findHolderById, type Holder } from '../access/tokens'
import type { ReleasesDatabase } from '../database'

/** A working day: whoever comes back the next morning logs in again. */
const LIFE_S = 12 * 3600
/** Browsers take a name with this prefix from its own host alone, and only over https: no other host can plant one. */
const cookieName = (secure: boolean) => (secure ? '__Host-marram_console' : 'marram_console')

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
  { now, secure }: { now: Date; secure: boolean },
): Promise<Session | undefined> {
  const value = cookieIn(cookies, cookieName(secure))
  if (value === undefined) return undefined
  const { success, data } = contents.safeParse(await readSigned(db, 'sessions', value))
  if (!success || data.x * 1000 <= now.getTime()) return undefined
  const holder = await findHolderById(db, data.t)
  return holder && { holder, expiresAt: new Date(data.x * 1000) }
}

/** Ports of one host share their cookies: of two with this name, a page of another port may have planted one. */
function cookieIn(cookies = '', name: string): string | undefined {
  const values = cookies
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => each.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

/** Out of reach for scripts and for other sites; with 0 seconds it is taken away. */
export const sessionCookie = (value: string, { seconds, secure }: { seconds: number; secure: boolean }): string =>
  [
    `${cookieName(secure)}=${value}`,
    // The prefix asks for the whole host, which is then the console's alone.
    secure ? 'Path=/' : 'Path=/console',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
