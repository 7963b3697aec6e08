import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { Refusal } from '../refusal'

/** By a private key of the issuer: never by a shared secret, and never by nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Added to the end of an ID token, and taken from its beginning: clocks differ. */
const LEEWAY_S = 30
/** Whatever end the issuer gave it: a pipeline may get it when its run begins. */
const MOST_AGE = '2h'
const TIMEOUT_MS = 5000
/** So that new keys are known soon, and whoever makes up names of keys causes one request in that time. */
const ASK_AGAIN_MS = 1000
const METADATA_MS = 3_600_000

type Known = { keys: JWTVerifyGetKey; until: number }
/** By issuer: only those that an administrator named. */
const issuers = new Map<string, Promise<Known>>()

/** The issuer that an ID token names; nothing is known of it yet. Throws a refusal for what is no ID token. */
export function claimedIssuer(idToken: string): string {
  try {
    const { iss } = decodeJwt(idToken)
    if (iss) return iss
  } catch {
    // What follows is right for it too.
  }
  throw new Refusal('unauthorized', 'This is no ID token: a JWT with an issuer is needed.')
}

/** The claims of an ID token that this issuer signed for one of these audiences, and that is valid now. */
export async function verifiedClaims(
  idToken: string,
  { issuer, audiences, now }: { issuer: string; audiences: string[]; now: Date },
): Promise<JWTPayload> {
  const { keys } = await keysOf(issuer, now.getTime())
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      ...{ issuer, audience: audiences, algorithms: ALGORITHMS, clockTolerance: LEEWAY_S, currentDate: now },
      maxTokenAge: MOST_AGE,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw noKeys(issuer, error)
    throw new Refusal('unauthorized', `The ID token of ${issuer} is not accepted: ${error.message}.`)
  }
}

function keysOf(issuer: string, now: number): Promise<Known> {
  const known = (issuers.get(issuer) ?? Promise.resolve(undefined)).then((each) =>
    each && each.until > now ? each : fetchKeys(issuer, now),
  )
  issuers.set(issuer, known)
  known.catch(() => issuers.delete(issuer))
  return known
}

/** As OpenID Connect Discovery says where the keys are. */
async function fetchKeys(issuer: string, now: number): Promise<Known> {
  try {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { issuer: own, jwks_uri } = (await response.json()) as { issuer?: string; jwks_uri?: string }
    if (own !== issuer) throw new Error(`it calls itself ${String(own).slice(0, 200)}`)
    const from = new URL(String(jwks_uri))
    if (from.protocol !== 'https:' && issuer.startsWith('https:')) throw new Error('its keys are not behind https')
    const keys = createRemoteJWKSet(from, {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: ASK_AGAIN_MS,
    })
    return { keys, until: now + METADATA_MS }
  } catch (error) {
    throw noKeys(issuer, error)
  }
}

const noKeys = (issuer: string, error: unknown) =>
  new Refusal('unavailable', `The keys of ${issuer} could not be read: ${(error as Error).message}. Try again soon.`)
