import { session as sessionShape } from '@marram/release-contract/calls/tokens'
import { whyNot } from '@marram/release-contract/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findHolder } from '../access/tokens'
import type { RegistryContext } from '../context'
import { Refusal } from '../refusal'
import { type ConsolePlace, refuseOtherPages } from './console-origin'
import { beginSession, findSession, type Session, sessionCookie } from './session'

const login = z.object({ token: z.string().trim().min(1).max(200) })
const PATH = '/console/session'
const schema = { hide: true, response: { 200: sessionShape } }

/** Logging in and out. The token is sent once; from then on the browser has a cookie that no script can read. */
export function sessionRoutes(
  app: FastifyInstance,
  { db, now }: RegistryContext,
  { origin, secure, site }: ConsolePlace,
): void {
  const shown = ({ holder, expiresAt }: Session) => ({ caller: holder, expiresAt: expiresAt.toISOString(), site })
  const nobody = { caller: null, expiresAt: null, site }
  const fromHere = async (request: FastifyRequest) => refuseOtherPages(request, origin())

  app.post<{ Body: z.output<typeof login> }>(
    PATH,
    {
      config: { refusedAs: 'login' },
      schema: { ...schema, body: login },
      onRequest: fromHere,
    },
    async (request, reply) => {
      const holder = await findHolder(db, request.body.token)
      if (!holder)
        throw new Refusal(
          'unauthorized',
          'This token is not known here, or it has ended. Ask an administrator for another one.',
        )
      const reason = whyNot(holder, 'read', {})
      if (reason) throw new Refusal('forbidden', reason)
      const { session, value, seconds } = await beginSession(db, holder, now())
      reply.header('set-cookie', sessionCookie(value, { seconds, secure })).header('cache-control', 'no-store')
      return shown(session)
    },
  )

  app.get(PATH, { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const session = await findSession(db, request.headers.cookie, { now: now(), secure })
    return session ? shown(session) : nobody
  })

  app.delete(PATH, { schema, onRequest: fromHere }, async (_, reply) => {
    reply.header('set-cookie', sessionCookie('', { seconds: 0, secure })).header('cache-control', 'no-store')
    return nobody
  })
}
