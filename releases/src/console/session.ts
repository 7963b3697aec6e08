import { createHash, randomBytes } from 'node:crypto'
import { session as sessionShape } from '@marram/release-contract/calls/tokens'
import { whyNot } from '@marram/release-contract/permissions'
import { cookiesNamed } from '@marram/server/cookies'
import { and, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findHolder, findHolderById, type Holder } from '../access/tokens'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import { Refusal } from '../refusal'
import { consoleSession } from '../schema'

/** The origin of the console. */
export type ConsolePlace = {
  /** A function, since a port that the system chooses is only known once it listens. */
  origin: () => string
  secure: boolean
  /** Whether people may log in at an issuer of OpenID Connect. */
  hasOidc: boolean
}

/** Scripts of another origin cannot send it without a preflight request, which is refused. */
const CONSOLE_HEADER = 'x-marram-console'
/** Two years, as at the edge. */
const HTTPS_ONLY = 'max-age=63072000'

/** Refuses other origins: they may not embed or frame the console, nor reach it by another name of this host. */
export function keepToOrigin(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const own = origin()
    reply.header('cross-origin-resource-policy', 'same-origin').header('x-frame-options', 'DENY')
    if (own.startsWith('https:')) reply.header('strict-transport-security', HTTPS_ONLY)
    // Another site can point its own name here (DNS rebinding); its pages would then be of the console's origin.
    if (isNamed(own, headers.host)) return
    return reply
      .code(421)
      .header('cache-control', 'no-store')
      .send({ code: 'misdirected', message: `This is the console of ${own}: open ${own}/console.` })
  })
}

function isNamed(origin: string, host: string | undefined): boolean {
  const { protocol, host: own, port } = new URL(origin)
  const given = host?.toLowerCase()
  // Some proxies send the port even if it is the default one.
  return given === own || (port === '' && given === `${own}:${protocol === 'https:' ? 443 : 80}`)
}

/** A browser sends the cookie with requests of any page: only those of the console itself are accepted. */
export function refuseOtherPages({ method, headers }: FastifyRequest, own: string): void {
  const isOwn = headers.origin === undefined ? method === 'GET' : headers.origin === own
  if (!isOwn || headers[CONSOLE_HEADER] === undefined)
    throw new Refusal('forbidden', 'Only the console itself may use its session. Open /console and try again.')
}

const PATH = '/console/session'
/** A working day: on the next morning people log in again. */
export const LIFE_S = 12 * 3600
/** Idle time until a session ends. An open console polls every few seconds, so it was closed, or its computer sleeps. */
const IDLE_MS = 2 * 3_600_000
/** Minimum time between updates, so that not every call writes. */
const NOTED_EVERY_MS = 60_000
/** Browsers accept a name with this prefix only from its own host, over https: no other host can set one. */
export const cookieName = (secure: boolean, name = 'marram_console') => (secure ? `__Host-${name}` : name)

type Session = { holder: Holder; expiresAt: Date }

/** The cookie is too long to be guessed, so its digest needs no salt. */
const digestOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url')
const unusedSince = (now: Date) => new Date(now.getTime() - IDLE_MS)

/** Login and logout. The token is sent once; from then on the browser has a cookie that no script can read. */
export function sessionRoutes(
  app: FastifyInstance,
  { db, now }: RegistryContext,
  { origin, secure, hasOidc }: ConsolePlace,
): void {
  const shown = ({ holder, expiresAt }: Session) => ({ caller: holder, expiresAt: expiresAt.toISOString(), hasOidc })
  const nobody = { caller: null, expiresAt: null, hasOidc }
  const onRequest = async (request: FastifyRequest) => refuseOtherPages(request, origin())
  const schema = { hide: true, response: { 200: sessionShape } }
  const body = z.object({ token: z.string().trim().min(1).max(200) })

  app.post<{ Body: z.output<typeof body> }>(
    PATH,
    { config: { refusedAs: 'login' }, schema: { ...schema, body }, onRequest },
    async (request, reply) => {
      const holder = await findHolder(db, request.body.token)
      if (!holder)
        throw new Refusal(
          'unauthorized',
          'This token is not known here, or it has ended. Ask an administrator for another one.',
        )
      const reason = whyNot(holder, 'read', {})
      if (reason) throw new Refusal('forbidden', reason)
      const { cookie, expiresAt } = await beginSession({ db, now }, holder, secure)
      reply.header('set-cookie', cookie).header('cache-control', 'no-store')
      return shown({ holder, expiresAt })
    },
  )

  app.get(PATH, { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const session = await findSession(db, request.headers, { now: now(), secure })
    return session ? shown(session) : nobody
  })

  app.delete(PATH, { schema, onRequest }, async ({ headers }, reply) => {
    // If there are several, ours cannot be identified, so a logout ends all of them.
    const digests = cookiesNamed(cookieName(secure), headers).map(digestOf)
    await db.delete(consoleSession).where(inArray(consoleSession.digest, digests))
    reply.header('set-cookie', sessionCookie('', { seconds: 0, secure })).header('cache-control', 'no-store')
    return nobody
  })
}

/** A session of the holder of a token, to which it belongs: revoking the token ends it. */
export async function beginSession({ db, now }: Pick<RegistryContext, 'db' | 'now'>, holder: Holder, secure: boolean) {
  const begun = now()
  const end = new Date(begun.getTime() + LIFE_S * 1000)
  const expiresAt = holder.expiresAt && holder.expiresAt < end ? holder.expiresAt : end
  const value = randomBytes(32).toString('base64url')
  const { expiresAt: ends, usedAt } = consoleSession
  await db.delete(consoleSession).where(or(lte(ends, begun), lte(usedAt, unusedSince(begun))))
  await db.insert(consoleSession).values({ digest: digestOf(value), token: holder.id, usedAt: begun, expiresAt })
  const seconds = Math.floor((expiresAt.getTime() - begun.getTime()) / 1000)
  return { cookie: sessionCookie(value, { seconds, secure }), expiresAt }
}

/** The session of a request's cookies; undefined if there is none, or it has ended. */
export async function findSession(
  db: ReleasesDatabase,
  headers: FastifyRequest['headers'],
  { now, secure }: { now: Date; secure: boolean },
): Promise<Session | undefined> {
  const [value, ...others] = cookiesNamed(cookieName(secure), headers)
  // Of two, one may have been set by a page of another port.
  if (value === undefined || others.length > 0) return undefined
  const ours = eq(consoleSession.digest, digestOf(value))
  const { expiresAt: ends, usedAt } = consoleSession
  const [found] = await db
    .select()
    .from(consoleSession)
    .where(and(ours, gt(ends, now), gt(usedAt, unusedSince(now))))
  if (!found) return undefined
  if (now.getTime() - found.usedAt.getTime() > NOTED_EVERY_MS)
    await db.update(consoleSession).set({ usedAt: now }).where(ours)
  const holder = await findHolderById(db, found.token)
  return holder && { holder, expiresAt: found.expiresAt }
}

type CookieOptions = { seconds: number; secure: boolean; name?: string; sameSite?: 'Strict' | 'Lax' }

/** Not readable by scripts or other sites; with 0 seconds the browser deletes it. */
export const sessionCookie = (value: string, { seconds, secure, name, sameSite = 'Strict' }: CookieOptions): string =>
  [
    `${cookieName(secure, name)}=${value}`,
    // The prefix requires the path `/`: only the console is on that host.
    secure ? 'Path=/' : 'Path=/console',
    `Max-Age=${seconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')
