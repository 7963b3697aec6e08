import type { FastifyRequest } from 'fastify'
import type { App } from './app'
import type { ReleasesDatabase } from './database'
import { type Action, type Caller, whyNot } from './permissions'
import { Refusal } from './refusal'
import { findCaller } from './tokens'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route does; it is then for holders of a token that may do it. Routes without are public. */
    action?: Action
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Checks the token before a body is read. */
export function authorize(app: App, db: ReleasesDatabase): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { action } = request.routeOptions.config
    if (!action) return
    const caller = await findCaller(db, request.headers.authorization)
    if (!caller) throw new Refusal('unauthorized', noToken(request))
    request.caller = caller
    const reason = whyNot(caller, action, request.params as { part?: string; environment?: string })
    if (reason) throw new Refusal('forbidden', reason)
  })
}

const noToken = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined
    ? 'This needs a token: send it as "Authorization: Bearer …" (the command line takes it from MARRAM_TOKEN).'
    : 'The token is not known here, or it has expired. Set MARRAM_TOKEN to a valid one.'

/** The caller of a route with an action. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('the route names no action')
  return request.caller
}
