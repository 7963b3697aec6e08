import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// A refresh token is `SESSIONID.SECRET`; `sessionNamedIn` reads it.

/** The key that successors are made with: from the secret that signs access tokens, but never the same bytes. */
export const refreshKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'marram: successors of refresh tokens', 32))

/** The first token of a session. */
export const firstToken = (session: string): string => `${session}.${randomBytes(32).toString('base64url')}`

/**
 * The token that follows. Derived and not drawn: an answer that was lost can be given again without keeping it,
 * by every instance that has the key.
 */
export function successorOf(key: Buffer, session: string, token: string): string {
  return `${session}.${createHmac('sha256', key).update(token).digest('base64url')}`
}

/** What is kept of a token. Without salt or cost: a token is too long to be guessed. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
