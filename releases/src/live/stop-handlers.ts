import type { StopKind } from '@marram/release-contract/calls/stops'
import type { RegistryContext } from '../context'
import type { Exchange, Handlers } from '../handler'
import { halt, lift } from './stops'

type About = { environment: string; part?: string; revision?: number | undefined }
type Stopping = About & { reason: string; notice?: string | undefined; until?: string | undefined }

/** A freeze has no part in its address. */
const begin =
  (kind: StopKind) =>
  async ({ db }: RegistryContext, { until, ...input }: Stopping, { by }: Exchange) => {
    const { part, ...stop } = await halt(db, { kind, ...input, until: until ? new Date(until) : undefined, by })
    return { ...stop, part: part || null }
  }

const end =
  (kind: StopKind) =>
  ({ db }: RegistryContext, input: About & { reason?: string | undefined }, { by }: Exchange) =>
    lift(db, { kind, ...input, by })

export const stopHandlers = {
  kill: begin('kill'),
  revive: end('kill'),
  freeze: begin('freeze'),
  unfreeze: end('freeze'),
  lock: begin('lock'),
  unlock: end('lock'),
} satisfies Partial<Handlers>
