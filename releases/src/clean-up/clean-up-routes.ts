import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { callerOf } from '../authorize'
import { documentedForHolders } from '../document'
import { abandonedUploads } from './abandoned-uploads'
import { cleanedUp, unused } from './answers'
import { cleanUp } from './clean-up'
import { MOST_AT_ONCE } from './limits'
import { releasesByUse } from './unused-releases'

const days = z.coerce.number().int().min(1).max(3650)
const HOUR = 3600
/** Never so short that an upload over a slow line is taken for an abandoned one. */
const uploadSeconds = z.coerce
  .number()
  .int()
  .min(HOUR)
  .max(3650 * 24 * HOUR)
  .default(24 * HOUR)
  .describe('How long an upload that was never completed must have stood still.')
const named = z.array(z.object({ part: address.part, version: address.version })).max(MOST_AT_ONCE)

/** What may be deleted, why the rest is kept, and deleting exactly that. */
export function cleanUpRoutes(app: App, desk: Registry): void {
  app.get(
    '/releases/unused',
    {
      config: { action: 'read' },
      schema: {
        ...documentedForHolders(
          'listUnused',
          'Releases that no document has named for so many days, abandoned uploads, and why all else is kept',
          unused,
        ),
        querystring: z.object({ days: days.default(30), uploadSeconds }),
      },
    },
    async ({ query }) => {
      const { unused: releases, kept } = await releasesByUse(desk.db, query.days, desk.now())
      return { ...query, releases, kept, uploads: await abandonedUploads(desk.db, query.uploadSeconds, desk.now()) }
    },
  )
  app.post(
    '/releases/clean-up',
    {
      config: { action: 'clean-up' },
      schema: {
        ...documentedForHolders('cleanUp', 'Delete the files of unused releases and abandoned uploads', cleanedUp),
        body: z.object({
          days,
          releases: named,
          uploadSeconds,
          uploads: named.default([]),
          reason: address.reason.optional(),
        }),
      },
    },
    (request) => cleanUp(desk, { ...request.body, by: callerOf(request).name }),
  )
}
