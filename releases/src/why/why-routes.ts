import { opened, toldReport } from '@marram/contracts/facts'
import { readSent } from '@marram/service/check-sent'
import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { documentedForHolders } from '../document'
import { Refusal } from '../refusal'
import { answer } from './answers'
import { addFacts } from './facts'
import { why } from './why'

/** Why a visitor saw what they saw. */
export function whyRoutes(app: App, desk: Registry): void {
  app.get(
    '/releases/why/:id',
    {
      config: { action: 'read' },
      schema: {
        ...documentedForHolders('why', 'What is known of a composition, or of a report that a visitor names', answer),
        params: z.object({ id: z.string().regex(/^#?[0-9a-z]{4,12}$/, 'not the id of a composition or report') }),
      },
    },
    (request) => why(desk.db, request.params.id.replace('#', '')),
  )
  app.post(
    '/releases/environments/:environment/facts',
    {
      config: { action: 'tell' },
      schema: {
        ...documentedForHolders('addFacts', 'What an edge opened and was told; of edges alone', z.object({})),
        params: z.object({ environment: address.environment }),
      },
    },
    async (request) => {
      const body = (request.body ?? {}) as { opened?: unknown; reports?: unknown }
      const all = readSent(z.array(opened), body.opened ?? [])
      const told = readSent(z.array(toldReport), body.reports ?? [])
      if (!all || !told) throw new Refusal('invalid', 'Send {"opened": […], "reports": […]}.')
      await addFacts(desk.db, { ...request.params, opened: all, reports: told, now: desk.now() })
      return {}
    },
  )
}
