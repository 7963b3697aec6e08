import type { FastifyRequest } from 'fastify'
import type { App } from './app'
import { isConsoleCall, refuseOtherSites } from './console/console-calls'
import { findSession } from './console/session'
import type { Desk } from './desk'
import { type Action, whyNot } from './permissions'
import { Refusal } from './refusal'
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
export function authorize(app: App, { db, now }: Pick<Desk, 'db' | 'now'>): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { action } = request.routeOptions.config
    const inConsole = isConsoleCall(request)
    // Files of releases are for everybody who reaches the registry, and here visitors do.
    if (!action && !inConsole) return
    const caller = inConsole
      ? await inSession({ db, now }, request)
      : await findCaller(db, request.headers.authorization)
    if (!caller) throw new Refusal('unauthorized', action === 'tell' ? noEdge : noToken(request))
    request.caller = caller
    if (!action) return
    const reason = whyNot(caller, action, request.params as { part?: string; environment?: string })
    if (reason) throw new Refusal('forbidden', reason)
  })
}

async function inSession({ db, now }: Pick<Desk, 'db' | 'now'>, request: FastifyRequest): Promise<Holder> {
  refuseOtherSites(request)
  const session = await findSession(db, request.headers.cookie, now())
  if (!session) throw new Refusal('unauthorized', 'Nobody is logged in, or the session has ended. Log in again.')
  return session.holder
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
