import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyJWTOptions, JWT } from '@fastify/jwt'
import * as z from 'zod/mini'

export type Tokens = { access: ReturnType<typeof accessTokens>; refreshKey: Buffer }

/** The secret that signs tokens: the configured one, else one that is created once and readable only by this user. */
export function tokenSecret(given: string | undefined, folder: string): string {
  if (given) return given
  const file = join(folder, 'token-secret')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  mkdirSync(folder, { recursive: true })
  const own = `${file}.${process.pid}`
  writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Fails if another process was quicker, whose secret then counts. Never a partial file.
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  return readFileSync(file, 'utf8')
}

const SECONDS = 15 * 60
const TYPE = 'access'
const ISSUER = 'marram'
const AUDIENCE = 'marram-website'

const claims = z.object({ typ: z.literal(TYPE), sub: z.uuid(), sid: z.uuid() })

/** Whose token it is, and from which login it came. */
export type Holder = { user: string; session: string }

/** One algorithm, so that a token cannot choose how it is checked. */
export const accessTokenOptions = (secret: string): FastifyJWTOptions => ({
  secret,
  decode: { complete: false },
  sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE },
  verify: {
    algorithms: ['HS256'],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['iss', 'aud', 'exp', 'sub', 'sid', 'typ'],
  },
})

export function accessTokens(jwt: JWT, now: () => Date) {
  return {
    sign({ user, session }: Holder) {
      const iat = Math.floor(now().getTime() / 1000)
      return jwt.sign({ sub: user, sid: session, typ: TYPE, iat, exp: iat + SECONDS })
    },
    /** Undefined for anything but a valid access token: the client's next step is the same for every defect. */
    read(token: string): Holder | undefined {
      try {
        const { sub, sid } = claims.parse(jwt.verify(token, { clockTimestamp: now().getTime() }))
        return { user: sub, session: sid }
      } catch {
        return undefined
      }
    },
  }
}

/** A separate key for each purpose, derived from the secret that signs access tokens. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `marram: ${purpose}`, 32))
/** The key that derives successors. */
export const refreshKey = (secret: string): Buffer => keyFor(secret, 'successors of refresh tokens')

/** The key for digests that replace forgotten addresses. */
export const mailKey = (secret: string): Buffer => keyFor(secret, 'addresses of mails')

/** A digest that cannot be computed, or compared with a guess, without the key. */
export const keyedDigest = (key: Buffer | string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Compares a secret in constant time. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The first refresh token of a session, as `SESSIONID.SECRET`; `sessionNamedIn` reads it. */
export const firstToken = (session: string): string => `${session}.${randomBytes(32).toString('base64url')}`

/** The refresh token that follows. Derived, so that each instance can send a lost response again without storing it. */
export const successorOf = (key: Buffer, session: string, token: string): string =>
  `${session}.${keyedDigest(key, token)}`

/** The stored digest of a refresh token. Without salt or cost: a token is too long to be guessed. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
