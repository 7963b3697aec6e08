import { counted } from '@marram/release-contract/evidence'
import { readSent } from '@marram/server/check-sent'
import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { documentedForHolders } from '../document'
import { Refusal } from '../refusal'
import { evidence } from './answers'
import { addCounts } from './counts'
import { evidenceOf } from './report'

const counts = z.object({
  counts: z
    .array(
      z.unknown().transform((value, context) => {
        const { success, data } = counted.safeParse(value)
        if (success) return data
        context.addIssue('not a count')
        return z.NEVER
      }),
    )
    .max(500),
})

/** How live versions fare. */
export function evidenceRoutes(app: App, desk: Registry): void {
  const params = z.object({ environment: address.environment })
  app.post(
    '/releases/environments/:environment/evidence',
    {
      config: { action: 'report' },
      schema: {
        ...documentedForHolders(
          'addEvidence',
          'What an edge has counted; of edges alone',
          z.object({ taken: z.int() }),
        ),
        params,
      },
    },
    (request) => {
      const sent = readSent(counts, request.body)
      if (!sent) throw new Refusal('invalid', 'Send {"counts": […]}, at most 500 at a time.')
      return addCounts(desk.db, { ...request.params, counts: sent.counts, now: desk.now() })
    },
  )
  app.get(
    '/releases/environments/:environment/parts/:part/evidence',
    {
      config: { action: 'read' },
      schema: {
        ...documentedForHolders('showEvidence', 'How the live versions of a part fare', evidence),
        params: params.extend({ part: address.part }),
        querystring: z.object({ hours: z.coerce.number().min(1).max(720).default(24) }),
      },
    },
    ({ params, query }) => evidenceOf(desk, { ...params, ...query }),
  )
}
