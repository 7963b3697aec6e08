import { type Action, type Caller, type Subject, whyNot } from '@marram/release-contract/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RegistryContext } from '../context'
import { Refusal } from '../refusal'
import { findCaller, type Holder } from './tokens'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a token must allow for the route. A route without one is public. */
    action?: Action
    /** The name of its refusals in the audit log, if it is not the action: those of reads need one. */
    refusedAs?: 'login' | 'open-preview' | 'exchange'
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

/** Sets the caller of the request, if they have the permission of its route. */
export function admit(request: FastifyRequest, caller: Holder): void {
  request.caller = caller
  const { action } = request.routeOptions.config
  const { part, environment } = request.params as { part?: string; environment?: string }
  // The part is in the body, so the handler checks the rest.
  if (action === 'preview' || action === 'schedule' || action === 'notify')
    demand(caller, action, { part: caller.part ?? undefined, environment })
  else if (action) demand(caller, action, { part, environment })
}

/** Throws a refusal if the caller may not do it. */
export function demand(caller: Caller, action: Action, subject: Subject): void {
  const reason = whyNot(caller, action, subject)
  if (reason) throw new Refusal('forbidden', reason)
}

/** Whether a token gives access to files of a part's releases that were never live. */
export const mayReadFiles = (caller: Caller | undefined, part: string): boolean =>
  caller !== undefined && (caller.part ?? part) === part

const noEdge =
  'Only edges may send evidence and diagnostics. Create a token with npm run release -- token create NAME --role edge --environment ENVIRONMENT, and set RELEASES_TOKEN of the edge to it.'

const noToken = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined
    ? 'This needs a token: send it as "Authorization: Bearer …" (the command line takes it from MARRAM_TOKEN).'
    : 'The token is not known here, or it has expired. Set MARRAM_TOKEN to a valid one.'

export function callerOf(request: FastifyRequest): Holder {
  if (!request.caller) throw new Error('the route names no action')
  return request.caller
}
