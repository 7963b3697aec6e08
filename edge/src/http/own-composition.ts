import type { FastifyInstance } from 'fastify'
import type { Compositions } from '../compositions/compositions'
import { visitorOf } from '../compositions/visitor'

/** Says which composition a fresh page of this visitor would have, so that open tabs learn of a new version. */
export function registerOwnComposition(
  app: FastifyInstance,
  { compositions }: { compositions: Pick<Compositions, 'forVisitor'> },
): void {
  app.get('/releases/composition', async (request, reply) => {
    const { id } = await compositions.forVisitor(visitorOf(request.raw).id)
    return reply.headers({ 'cache-control': 'no-store', vary: 'cookie' }).send({ id })
  })
}
