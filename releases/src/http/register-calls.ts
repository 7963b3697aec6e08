import { type AnyCall, namesIn } from '@marram/release-contract/call'
import { calls } from '@marram/release-contract/calls'
import { pathNames } from '@marram/release-contract/calls/names'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { RegistryContext } from '../context'
import type { Handlers } from '../handler'

type AnyHandler = (context: RegistryContext, input: unknown, exchange: object) => Promise<unknown>

/** One route for each call of the table, in scopes that begin after what was registered before. */
export function registerCalls(app: FastifyInstance, context: RegistryContext, handlers: Handlers): void {
  const register = (scope: FastifyInstance, ofBytes: boolean) => {
    for (const [name, call] of Object.entries<AnyCall>(calls))
      if ((call.body === 'bytes') === ofBytes)
        registerCall(scope, { name, call, context, handler: handlers[name as keyof Handlers] as AnyHandler })
  }
  app.register(async (scope) => {
    // A body without required fields may be left out.
    scope.addHook('preValidation', async (request) => {
      request.body ??= {}
    })
    register(scope, false)
  })
  app.register(async (scope) => {
    // Digests are of bytes, so bodies stay bytes, whatever their type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    register(scope, true)
  })
}

type Route = { name: string; call: AnyCall; context: RegistryContext; handler: AnyHandler }

function registerCall(app: FastifyInstance, { name, call, context, handler }: Route): void {
  const { action, refusedAs, bodyLimit, noStore, status: [status = 200] = [] } = call
  app.route({
    method: call.method,
    url: call.path.replace('{*}', '*').replace(/\{(\w+)\}/g, ':$1'),
    config: { ...(action && { action }), ...(refusedAs && { refusedAs }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: schemaOf(name, call),
    handler: async (request, reply) => {
      if (noStore) reply.header('cache-control', 'no-store')
      const response = await handler(context, inputOf(call, request), { request, reply: reply.code(status) })
      return reply.statusCode === 204 ? (reply.send() as FastifyReply) : response
    },
  })
}

const inputOf = ({ body }: AnyCall, request: FastifyRequest): unknown => ({
  ...(request.params as object),
  ...(request.query as object),
  // An empty file has no body at all.
  ...(body === 'bytes' ? { bytes: request.body instanceof Uint8Array ? request.body : new Uint8Array() } : null),
  ...(body !== 'bytes' && body !== undefined && (request.body as object)),
  by: request.caller?.name ?? '',
})

const problem = z.looseObject({
  code: z.string().check(z.describe('The kind of failure, for programs.')),
  message: z.string().check(z.describe('What is wrong and what to do about it, for people.')),
})

/** The schemas for validation and for the OpenAPI document. */
function schemaOf(name: string, { path, summary, action, query, body, response, status = [200] }: AnyCall) {
  const names = namesIn(path) as (keyof typeof pathNames)[]
  return {
    operationId: name,
    summary,
    ...(action && { security: [{ token: [] as string[] }] }),
    ...(names.length > 0 && { params: z.object(Object.fromEntries(names.map((each) => [each, pathNames[each]]))) }),
    ...(query && { querystring: query }),
    ...(body && body !== 'bytes' && { body }),
    response: { ...Object.fromEntries(status.map((each) => [each, response])), default: problem },
  }
}
