import { z } from 'zod'
import * as address from './addresses'
import type { App, Registry } from './app'
import { callerOf } from './authorize'
import { promote, rollBack } from './rollouts'

const params = z.object({ environment: address.environment, part: address.part })
const common = {
  reason: z.string().max(500).optional(),
  revision: z.number().int().min(0).optional(),
}
const promotion = z.object({ version: address.version, ...common })
/** A rollback needs no body. */
const rollback = z.preprocess((body) => body ?? {}, z.object({ version: address.version.optional(), ...common }))

export function rolloutRoutes(app: App, { db }: Registry): void {
  app.post(
    '/releases/environments/:environment/parts/:part/promote',
    { config: { action: 'promote' }, schema: { params, body: promotion } },
    (request) => promote(db, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
  app.post(
    '/releases/environments/:environment/parts/:part/rollback',
    { config: { action: 'rollback' }, schema: { params, body: rollback } },
    (request) => rollBack(db, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
}
