import { randomUUID } from 'node:crypto'

const COOKIE = 'marram_visitor'
const inCookies = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{16})(?:;|$)`)
const HALF_A_YEAR = 60 * 60 * 24 * 182

/** Who is asking: a random number that decides in which bucket of a rollout the visitor is, and nothing else. */
export function visitorOf(cookies: string | undefined): { id: string; isNew: boolean } {
  const found = inCookies.exec(cookies ?? '')?.[1]
  return found ? { id: found, isNew: false } : { id: newId(), isNew: true }
}

/** The end of a UUID, of which Node makes many at once. */
const newId = () => {
  const made = randomUUID()
  return made.slice(19, 23) + made.slice(24)
}

export const visitorCookie = (id: string, secure: boolean) =>
  `${COOKIE}=${id}; Path=/; Max-Age=${HALF_A_YEAR}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
