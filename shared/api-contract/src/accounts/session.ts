import * as z from 'zod/mini'
import { messageEndpoint, postEndpoint } from '../endpoint'

/** Tokens of a session; the text of the response is in `message` here. */
export const sessionTokens = z.object({
  message: z.optional(z.string()),
  /** 15 minutes. */
  access_token: z.string(),
  /** 30 days, for one use. */
  refresh_token: z.string(),
  /** Of a login or a new password, a forgotten one too: shows at the next login that this browser is the owner's. It grants no access. */
  device: z.optional(z.string()),
})

export const verifySession = messageEndpoint(
  '/api/auth/token/verify',
  'Whether an access token is valid; the code is the result',
  z.object({ access_token: z.string() }),
)

/** Milliseconds for which a used refresh token gets its unused successor again: a response may have been lost. */
export const REPEAT_WITHIN_MS = 5 * 60_000

const refreshToken = z.object({ refresh_token: z.string() })

const NAME = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.source
const tokenOfOurs = new RegExp(`^(${NAME})\\.[\\w-]{43}$`)
const nameOfOurs = new RegExp(`^${NAME}$`)

/** The session id at the beginning of our API's refresh tokens; undefined for other tokens. */
export const sessionNamedIn = (token: string): string | undefined => tokenOfOurs.exec(token)?.[1]
export const isSessionName = (text: string): boolean => nameOfOurs.test(text)

export const refreshSession = postEndpoint(
  '/api/auth/token/refresh',
  'New tokens for a refresh token, which is used up; one that was used up before ends its session',
  refreshToken,
  sessionTokens,
)

export const revokeSession = messageEndpoint(
  '/api/auth/token/revoke',
  'End the session of a refresh token; its name, which stands before the point, is enough',
  refreshToken,
)
