import { whyNot } from '@marram/release-contract/permissions'
import { cookiesNamed } from '@marram/server/cookies'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as oidc from 'openid-client'
import { fitting, theOne, tokenOf } from '../access/identities'
import { findHolder } from '../access/tokens'
import type { RegistryContext } from '../context'
import { Refusal } from '../refusal'
import { identity } from '../schema'
import { beginSession, type ConsolePlace, cookieName, LIFE_S, sessionCookie } from './session'

/** Where people of the console log in, and as what this registry is known there. */
export type OidcClient = { issuer: string; clientId: string; clientSecret: string }

const CALLBACK = '/console/callback'
/** What a login has to come back with; it is asked for a password meanwhile. */
const LOGIN_S = 600
const NAME = 'marram_login'

/** Login at an issuer of OpenID Connect: an authorization code with PKCE. It leads to a session as a token does. */
export function oidcRoutes(
  app: FastifyInstance,
  context: RegistryContext,
  { origin, secure }: ConsolePlace,
  client: OidcClient,
): void {
  const { db, now } = context
  const schema = { hide: true }
  let known: Promise<oidc.Configuration> | undefined
  /** Read when it is first needed: the registry starts without the issuer. */
  const configuration = () => {
    known ??= discover(client)
    known.catch(() => {
      known = undefined
    })
    return known
  }

  app.get('/console/login', { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const to = oidc.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: origin() + CALLBACK, scope: 'openid email profile', state, nonce },
        ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })
      // Lax: the issuer leads back to this origin, and the browser has to send it then.
      const value = [state, nonce, verifier].join('.')
      reply.header('set-cookie', sessionCookie(value, { seconds: LOGIN_S, secure, name: NAME, sameSite: 'Lax' }))
      return reply.redirect(to.href, 303)
    } catch (error) {
      request.log.error(error, 'could not begin a login')
      return reply.redirect('/console?login=failed', 303)
    }
  })

  app.get(CALLBACK, { schema }, async (request, reply) => {
    const forgotten = sessionCookie('', { seconds: 0, secure, name: NAME, sameSite: 'Lax' })
    reply.header('cache-control', 'no-store').header('set-cookie', forgotten)
    const ended = (why: 'failed' | 'unknown') => reply.redirect(`/console?login=${why}`, 303)
    const [begun = '', ...others] = cookiesNamed(cookieName(secure, NAME), request.headers)
    const [state, nonce, verifier] = begun.split('.')
    if (!state || !nonce || !verifier || others.length > 0) return ended('failed')
    try {
      const tokens = await oidc.authorizationCodeGrant(await configuration(), new URL(request.url, origin()), {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      })
      const claims = tokens.claims() as oidc.IDToken
      const ofClient = and(eq(identity.issuer, client.issuer), eq(identity.audience, client.clientId))
      const found = theOne(fitting(await db.select().from(identity).where(ofClient), claims), claims)
      const reason = whyNot(found, 'read', {})
      if (reason) throw new Refusal('forbidden', reason)
      const expiresAt = new Date(now().getTime() + LIFE_S * 1000)
      const { token } = await tokenOf(context, found, { claims, expiresAt })
      const holder = await findHolder(db, token)
      if (!holder) throw new Error('the token of a login is not known')
      const { cookie } = await beginSession(context, holder, secure)
      return reply.header('set-cookie', cookie).redirect('/console', 303)
    } catch (error) {
      request.log.warn(error, 'a login was not completed')
      return ended(error instanceof Refusal ? 'unknown' : 'failed')
    }
  })
}

/** The settings take an issuer without encryption on this machine alone, for trials. */
const discover = ({ issuer, clientId, clientSecret }: OidcClient) =>
  oidc.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    undefined,
    issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {},
  )
