import { z } from 'zod'
import * as address from './addresses'
import * as answers from './answers'
import type { App, Registry } from './app'
import { documentedForHolders } from './document'
import { listEvents } from './list-events'
import { listParts, listVersions } from './listings'

const config = { action: 'read' } as const
const optionalMoment = address.moment.optional()
const dateOf = (moment: string | undefined) => (moment === undefined ? undefined : new Date(moment))

/** What is published and what was done; for holders of any token. */
export function listingRoutes(app: App, { db }: Registry): void {
  app.get(
    '/releases/parts',
    { config, schema: documentedForHolders('listParts', 'What is published and where it is live', answers.parts) },
    async () => ({ parts: await listParts(db) }),
  )

  app.get(
    '/releases/parts/:part/versions',
    {
      config,
      schema: {
        ...documentedForHolders('listVersions', 'Every version of a part, newest first', answers.partVersions),
        params: z.object({ part: address.part }),
      },
    },
    async (request) => ({ part: request.params.part, versions: await listVersions(db, request.params.part) }),
  )

  const querystring = z.object({
    limit: z.coerce.number().int().min(1).max(500).default(100),
    before: z.coerce.number().int().min(1).optional().describe('Events before this id: the way to older ones.'),
    environment: address.environment.optional(),
    part: address.part.optional(),
    actor: z.string().max(100).optional().describe('Name of the token.'),
    action: z.string().max(50).optional(),
    refused: z.enum(['true', 'false']).optional().describe('Only what was refused, or only what was done.'),
    since: optionalMoment,
    until: optionalMoment,
  })
  app.get(
    '/releases/events',
    {
      config,
      schema: { ...documentedForHolders('listEvents', 'The audit log, newest first', answers.events), querystring },
    },
    ({ query: { refused, since, until, ...wanted } }) =>
      listEvents(db, {
        ...wanted,
        since: dateOf(since),
        until: dateOf(until),
        refused: refused === undefined ? undefined : refused === 'true',
      }),
  )
}
