import { z } from 'zod'
import { environment } from '../addresses'
import type { App, Registry } from '../app'
import { documented } from '../document'
import { names } from '../etag'
import { currentDocument } from './current-document'

/** In the Frontend Discovery schema, v1-pre; what is in `extras` is ours. */
const discovery = z.looseObject({
  schema: z.string(),
  microFrontends: z.record(z.string(), z.array(z.looseObject({}))),
})

/** What edges ask for every second. */
export function discoveryRoutes(app: App, { db }: Registry): void {
  app.get(
    '/releases/environments/:environment/discovery.json',
    {
      schema: {
        ...documented('discover', 'The discovery document: what edges compose pages from', discovery),
        params: z.object({ environment: environment }),
      },
    },
    async (request, reply) => {
      const { etag, body } = await currentDocument(db, request.params.environment)
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    },
  )
}
