import { createHash } from 'node:crypto'
import { hasAlready } from '@marram/server/etag'
import type { FastifyInstance } from 'fastify'
import type { Compositions } from '../compositions/compositions'
import { visitorOf } from '../requests/visitor'

/** The composition that a fresh page of this visitor would have, by which open tabs notice a new version, and what is stopped. */
export function registerOwnComposition(
  app: FastifyInstance,
  { compositions }: { compositions: Pick<Compositions, 'forVisitor' | 'stops'> },
): void {
  app.get('/releases/composition', async (request, reply) => {
    const { id } = await compositions.forVisitor(visitorOf(request.raw).id)
    return reply.headers({ 'cache-control': 'no-store', vary: 'cookie' }).send({ id })
  })
  // The same for all visitors: every tab that is looked at asks every few seconds.
  app.get('/releases/stopped', (request, reply) => {
    const body = JSON.stringify(compositions.stops())
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    reply.headers({ 'cache-control': 'no-cache', etag }).type('application/json; charset=utf-8')
    return hasAlready(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  })
}
