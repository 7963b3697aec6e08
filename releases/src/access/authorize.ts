import { type Action, whyNot } from '@marram/release-contract/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RegistryContext } from '../context'
import { Refusal } from '../refusal'
import { findCaller, type Holder } from './tokens'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route does; it is then for holders of a token that may do it. Routes without are public. */
    action?: Action
    /** What its refusals are in the audit log, where that is not the action: those of reads are not in it otherwise. */
    refusedAs?: 'login' | 'open-preview'
  }
  interface FastifyRequest {
    caller: Holder | null
  }
}

/** Checks the token before a body is read. */
export function authorize(app: FastifyInstance, { db }: Pick<RegistryContext, 'db'>): void {
  app.addHook('onRequest', async (request) => {
    const { action } = request.routeOptions.config
    if (!action) return
    const caller = await findCaller(db, request.headers.authorization)
    if (!caller) throw new Refusal('unauthorized', action === 'report' ? noEdge : noToken(request))
    admit(request, caller)
  })
}

/** The request is this caller's from now on, if they may do what its route does. */
export function admit(request: FastifyRequest, caller: Holder): void {
  request.caller = caller
  const { action } = request.routeOptions.config
  const reason = action && whyNot(caller, action, request.params as { part?: string; environment?: string })
  if (reason) throw new Refusal('forbidden', reason)
}

const noEdge =
  'Evidence and diagnostics are taken from edges alone, which show their token: npm run release -- token create NAME --role edge --environment ENVIRONMENT makes one, RELEASES_TOKEN gives it to the edge.'

const noToken = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined
    ? 'This needs a token: send it as "Authorization: Bearer …" (the command line takes it from MARRAM_TOKEN).'
    : 'The token is not known here, or it has expired. Set MARRAM_TOKEN to a valid one.'

/** The caller of a route with an action. */
export function callerOf(request: FastifyRequest): Holder {
  if (!request.caller) throw new Error('the route names no action')
  return request.caller
}
