import { opened, toldEdge, toldReport } from '@marram/release-contract/facts'
import { readSent } from '@marram/server/check-sent'
import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { documentedForHolders } from '../document'
import { Refusal } from '../refusal'
import { answer } from './answers'
import { noteEdge } from './edges'
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
      config: { action: 'report' },
      schema: {
        ...documentedForHolders('addFacts', 'What an edge opened, was told and serves; of edges alone', z.object({})),
        params: z.object({ environment: address.environment }),
      },
    },
    async (request) => {
      const body = (request.body ?? {}) as { opened?: unknown; reports?: unknown; edge?: unknown }
      const all = readSent(z.array(opened), body.opened ?? [])
      const told = readSent(z.array(toldReport), body.reports ?? [])
      const edge = body.edge === undefined ? null : readSent(toldEdge, body.edge)
      if (!all || !told || edge === undefined)
        throw new Refusal('invalid', 'Send {"opened": […], "reports": […], "edge": {…}}.')
      const now = desk.now()
      await addFacts(desk.db, { ...request.params, opened: all, reports: told, now })
      if (edge) await noteEdge(desk.db, { ...request.params, told: edge, now })
      return {}
    },
  )
}
