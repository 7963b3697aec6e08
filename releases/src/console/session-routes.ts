import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { whyNot } from '../permissions'
import { Refusal } from '../refusal'
import { findHolder } from '../tokens'
import { sessionAnswer } from './answers'
import { refuseOtherSites } from './console-calls'
import { beginSession, findSession, type Session, sessionCookie } from './session'

const PATH = '/console/session'
const SERVES = 'x-marram-environment'
const schema = { hide: true, response: { 200: sessionAnswer } }

/** Logging in and out. The token is sent once; from then on the browser has a cookie that no script can read. */
export function sessionRoutes(app: App, { db, now }: Registry): void {
  app.post(
    PATH,
    {
      config: { refusedAs: 'login' },
      schema: { ...schema, body: z.object({ token: z.string().trim().min(1).max(200) }) },
    },
    async (request, reply) => {
      refuseOtherSites(request)
      const holder = await findHolder(db, request.body.token)
      if (!holder)
        throw new Refusal(
          'unauthorized',
          'This token is not known here, or it has ended. Ask an administrator for another one.',
        )
      const reason = whyNot(holder, 'read', {})
      if (reason) throw new Refusal('forbidden', reason)
      const { session, value, seconds } = await beginSession(db, holder, now())
      const secure = request.headers['x-forwarded-proto'] === 'https'
      reply.header('set-cookie', sessionCookie(value, { seconds, secure })).header('cache-control', 'no-store')
      return shown(session, request)
    },
  )

  app.get(PATH, { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const session = await findSession(db, request.headers.cookie, now())
    return session ? shown(session, request) : nobody(request)
  })

  app.delete(PATH, { schema }, async (request, reply) => {
    refuseOtherSites(request)
    reply.header('set-cookie', sessionCookie('', { seconds: 0, secure: false })).header('cache-control', 'no-store')
    return nobody(request)
  })
}

const shown = ({ holder, expiresAt }: Session, request: FastifyRequest) => ({
  caller: holder,
  expiresAt: expiresAt.toISOString(),
  environment: servedBy(request),
})

const nobody = (request: FastifyRequest) => ({ caller: null, expiresAt: null, environment: servedBy(request) })

/** As the edge says, before which the console was opened. */
const servedBy = ({ headers }: FastifyRequest) => address.environment.safeParse(headers[SERVES]).data ?? null
