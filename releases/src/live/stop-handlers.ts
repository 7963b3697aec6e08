import type { StopKind } from '@marram/release-contract/calls/stops'
import type { RegistryContext } from '../context'
import type { Exchange, Handlers, Input } from '../handler'
import { halt, lift } from './stops'

/** A freeze has no part in its address. */
type OfPart = { part?: string }

const begin =
  (kind: StopKind) =>
  async ({ db }: RegistryContext, { until, ...input }: Input<'freeze'> & OfPart, { by }: Exchange) => {
    const { part, ...stop } = await halt(db, { kind, ...input, until: until ? new Date(until) : undefined, by })
    return { ...stop, part: part || null }
  }

const end =
  (kind: StopKind) =>
  ({ db }: RegistryContext, input: Input<'unfreeze'> & OfPart, { by }: Exchange) =>
    lift(db, { kind, ...input, by })

export const stopHandlers = {
  kill: begin('kill'),
  revive: end('kill'),
  freeze: begin('freeze'),
  unfreeze: end('freeze'),
  lock: begin('lock'),
  unlock: end('lock'),
} satisfies Partial<Handlers>
