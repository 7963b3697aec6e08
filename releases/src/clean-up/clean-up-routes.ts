import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { callerOf } from '../authorize'
import { documentedForHolders } from '../document'
import { deleteReleases, unusedReleases } from './unused-releases'

const days = z.coerce.number().int().min(1).max(3650)
const unused = z.object({
  days: z.int(),
  releases: z.array(
    z.object({
      part: z.string(),
      version: z.string(),
      lastUse: z.iso.datetime({ offset: true }).describe('When a document named it last, or when it was published.'),
      files: z.int(),
      bytes: z.int(),
    }),
  ),
})

/** What may be deleted, and deleting exactly that. */
export function cleanUpRoutes(app: App, desk: Registry): void {
  app.get(
    '/releases/unused',
    {
      config: { action: 'read' },
      schema: {
        ...documentedForHolders('listUnused', 'Releases that no document has named for so many days', unused),
        querystring: z.object({ days: days.default(30) }),
      },
    },
    async ({ query }) => ({ days: query.days, releases: await unusedReleases(desk.db, query.days, desk.now()) }),
  )
  app.post(
    '/releases/clean-up',
    {
      config: { action: 'clean-up' },
      schema: {
        ...documentedForHolders('cleanUp', 'Delete the files of unused releases', z.object({ deleted: z.int() })),
        body: z.object({
          days,
          releases: z.array(z.object({ part: address.part, version: address.version })).max(1000),
          reason: address.reason.optional(),
        }),
      },
    },
    (request) => deleteReleases(desk, { ...request.body, by: callerOf(request).name }),
  )
}
