import { and, eq, gte, inArray, or } from 'drizzle-orm'
import type { Handlers } from '../handler'
import { revisionOf } from '../live/live'
import { event } from '../schema'
import { deliveredReleases } from './delivered-releases'
import { figuresOf } from './figures'

/** Actions that change which versions visitors get. */
const CHANGES = ['promote', 'canary', 'advance', 'abort', 'evidence', 'rollback', 'retire', 'kill', 'revive']

export const deliveryHandlers = {
  /** From the audit log alone, so that it says the same of every month at any time. */
  async showDelivery({ db, now }, { environment, months }) {
    await revisionOf(db, environment)
    const to = now()
    const since = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - months + 1, 1))
    const { action, at, part, version, from, to: state } = event
    const changes = and(eq(event.environment, environment), inArray(action, CHANGES), gte(at, since))
    const rows = await db
      .select({ action, at, part, version, from, to: state })
      .from(event)
      // What goes live in these months may have been published long before.
      .where(and(eq(event.refused, false), or(eq(action, 'publish'), changes)))
      .orderBy(event.id)
    return { environment, since, figures: figuresOf(deliveredReleases(rows, to)) }
  },
} satisfies Partial<Handlers>
