import type { AnyEndpoint } from '@marram/contracts/endpoint'
import { type EndpointName, endpoints } from '@marram/contracts/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerCache } from '../answer-cache'
import { answers } from '../answers/all'
import { type Answerer, type Context, envelop } from '../call'
import type { ContentRevision } from '../content-revision'
import { Refusal } from '../refusal'
import { answerSchema, documented, routeOf } from './table'

/** Public content: the same for everybody, so one ready answer serves all until the content changes. */
export async function publicReads(
  app: FastifyInstance,
  { context, revision, cache }: { context: Context; revision: ContentRevision; cache: AnswerCache },
): Promise<void> {
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, AnyEndpoint][]) {
    if (endpoint.method !== 'GET') continue
    const make = maker(name, endpoint, context)
    const names = Object.keys(endpoint.query ?? {})
    app.get(routeOf(endpoint), { schema: documented(name, endpoint) }, async (request, reply) => {
      const params = request.params as Record<string, string>
      const query = request.query as Record<string, string | undefined>
      const current = await revision.current()
      // On refusals as well: an edge may keep a 404 as long as the content stays.
      reply.header('x-content-revision', current)
      const key = JSON.stringify([name, params, ...names.map((part) => query[part] ?? null)])
      const { body, etag } = await cache.get(current, key, () => make(params, query))
      return deliver(request, reply, body, etag)
    })
  }
}

function maker(name: EndpointName, endpoint: AnyEndpoint, context: Context) {
  const schema = answerSchema(endpoint)
  const answer = answers[name] as Answerer<AnyEndpoint>
  return async (params: Record<string, string>, query: Record<string, string | undefined>) => {
    refuseUnstorable(Object.values(params))
    const data = await answer(context, { params, query, body: undefined, idempotencyKey: undefined })
    return JSON.stringify(z.parse(schema, envelop(endpoint, data)))
  }
}

/** PostgreSQL has no NUL in texts, so nothing can have such a name. */
function refuseUnstorable(values: string[]) {
  if (values.some((value) => value.includes('\0'))) throw new Refusal(404, 'There is nothing at this address.')
}

function deliver(request: FastifyRequest, reply: FastifyReply, body: Buffer, etag: string) {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** A proxy that compresses makes the tag a weak one, and there may be several. */
const hasAlready = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
