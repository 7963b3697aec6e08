import { randomUUID } from 'node:crypto'
import { cookiesNamed } from '@marram/server/cookies'

const COOKIE = 'marram_visitor'
const HALF_A_YEAR = 60 * 60 * 24 * 182

export type Visitor = { id: string; isNew: boolean }
/** A new visitor is drawn once per request, and noted there: a WeakMap of all requests costs the garbage collector more. */
const DRAWN = Symbol('new visitor')
type Asking = { headers: { cookie?: string | undefined }; [DRAWN]?: Visitor }

/** A random number that decides in which bucket of a rollout the visitor is, and nothing else. */
export function visitorOf(raw: Asking): Visitor {
  const found = cookiesNamed(COOKIE, raw.headers).find((value) => /^[0-9a-f]{16}$/.test(value))
  if (found) return { id: found, isNew: false }
  raw[DRAWN] ??= draw()
  return raw[DRAWN]
}

function draw(): Visitor {
  // The end of a UUID, which Node creates in batches.
  const uuid = randomUUID()
  return { id: uuid.slice(19, 23) + uuid.slice(24), isNew: true }
}

export const visitorCookie = (id: string, secure: boolean) =>
  `${COOKIE}=${id}; Path=/; Max-Age=${HALF_A_YEAR}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
