import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import { documentedForHolders } from '../document'
import { report } from './answers'
import { gateReport } from './report'

/** What speaks for and against a release before it goes live. */
export function gateRoutes(app: App, desk: Registry): void {
  app.get(
    '/releases/environments/:environment/parts/:part/versions/:version/gate',
    {
      config: { action: 'read' },
      schema: {
        ...documentedForHolders('showGate', 'Whether a version can go live, and why not', report),
        params: z.object({ environment: address.environment, part: address.part, version: address.version }),
      },
    },
    (request) => gateReport(desk, request.params),
  )
}
