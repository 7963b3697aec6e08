import * as z from 'zod/mini'
import { spoken } from './content-fields'
import { endpoint } from './endpoint'

/** Tokens of a session; the text of the answer is in `message` here. */
export const sessionTokens = z.object({
  message: z.optional(z.string()),
  /** 15 minutes. */
  access_token: z.string(),
  /** 30 days, for one use. */
  refresh_token: z.string(),
})
export type SessionTokens = z.infer<typeof sessionTokens>

export const verifySession = endpoint({
  method: 'POST',
  path: '/api/auth/token/verify',
  summary: 'Whether an access token is valid; the code is the answer',
  envelope: 'none',
  data: spoken,
  body: z.object({ access_token: z.string() }),
})

const refreshToken = z.object({ refresh_token: z.string() })

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/auth/token/refresh',
  summary: 'New tokens for a refresh token, which is used up; one that was used up before ends its session',
  envelope: 'none',
  data: sessionTokens,
  body: refreshToken,
})

export const revokeSession = endpoint({
  method: 'POST',
  path: '/api/auth/token/revoke',
  summary: 'End the session of a refresh token',
  envelope: 'none',
  data: spoken,
  body: refreshToken,
})
