import type { FastifyJWTOptions, JWT } from '@fastify/jwt'

const SECONDS = 15 * 60
const TYPE = 'access'
const ISSUER = 'marram'
const AUDIENCE = 'marram-website'

/** Whose token it is, and from which login it came. */
export type Holder = { user: string; session: string }

export type AccessTokens = {
  /** A token that is good for 15 minutes. */
  sign(holder: Holder): string
  /** Undefined for whatever is not an access token of ours that is still good. */
  read(token: string): Holder | undefined
}

/** One algorithm: a token cannot choose the way in which it is checked. */
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

export function accessTokens(jwt: JWT, now: () => Date): AccessTokens {
  return {
    sign({ user, session }) {
      const iat = Math.floor(now().getTime() / 1000)
      return jwt.sign({ sub: user, sid: session, typ: TYPE, iat, exp: iat + SECONDS })
    },
    read(token) {
      const claims = verified(jwt, token, now())
      if (claims?.typ !== TYPE || !isId(claims.sub) || !isId(claims.sid)) return undefined
      return { user: claims.sub, session: claims.sid }
    },
  }
}

/** Why a token is refused is nobody's business, the visitor's next step is the same. */
function verified(jwt: JWT, token: string, now: Date): Record<string, unknown> | undefined {
  try {
    return jwt.verify<Record<string, unknown>>(token, { clockTimestamp: now.getTime() })
  } catch {
    return undefined
  }
}

const isId = (claim: unknown): claim is string =>
  typeof claim === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(claim)
