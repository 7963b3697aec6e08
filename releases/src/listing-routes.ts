import { z } from 'zod'
import * as address from './addresses'
import type { App, Registry } from './app'
import { listEvents } from './list-events'
import { listParts, listVersions, showEnvironment } from './listings'

const config = { action: 'read' } as const

/** What is published, live and done; for holders of any token. */
export function listingRoutes(app: App, { db }: Registry): void {
  app.get('/releases/parts', { config }, async () => ({ parts: await listParts(db) }))

  app.get(
    '/releases/parts/:part/versions',
    { config, schema: { params: z.object({ part: address.part }) } },
    async (request) => ({ part: request.params.part, versions: await listVersions(db, request.params.part) }),
  )

  app.get(
    '/releases/environments/:environment',
    { config, schema: { params: z.object({ environment: address.environment }) } },
    (request) => showEnvironment(db, request.params.environment),
  )

  const querystring = z.object({
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** Events before this id: the way to older ones. */
    before: z.coerce.number().int().min(1).optional(),
    environment: address.environment.optional(),
    part: address.part.optional(),
  })
  app.get('/releases/events', { config, schema: { querystring } }, async (request) => ({
    events: await listEvents(db, request.query),
  }))
}
