import { REHEARSAL, type Rehearsal } from '@marram/release-contract/calls/rehearsals'
import type { Metrics } from '@marram/server/metrics'
import { and, desc, eq, sql } from 'drizzle-orm'
import { Gauge } from 'prom-client'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { Handler } from '../handler'
import { revisionOf } from '../live/live'
import { Refusal } from '../refusal'
import { event } from '../schema'
import { rehearsalText } from './rehearsal-text'

const DAY_MS = 86_400_000

/** Writes what a rehearsal saw to the audit log, as an event of the environment that it was made in. */
export const addRehearsal: Handler<'addRehearsal'> = async ({ db }, { by, environment, ...rehearsal }) => {
  if (environment !== REHEARSAL)
    throw new Refusal('refused', `Rollbacks are rehearsed in the environment ${REHEARSAL} alone.`)
  await revisionOf(db, environment)
  await revisionOf(db, rehearsal.of)
  const to = { result: rehearsalText(rehearsal) }
  await record(db, { action: 'rehearse', actor: by, environment, from: null, to, detail: rehearsal })
  return rehearsal
}

/** The last rehearsal of the rollback of an environment, and whether it is time for another one. */
export async function rehearsedOf({ db, now, rehearsing }: RegistryContext, environment: string) {
  const isOfIt = and(
    ...[eq(event.action, 'rehearse'), eq(event.environment, REHEARSAL), eq(event.refused, false)],
    sql`${event.detail} ->> 'of' = ${environment}`,
  )
  const latest = (condition = isOfIt) => db.select().from(event).where(condition).orderBy(desc(event.id)).limit(1)
  const [last] = await latest()
  const [good] = await latest(and(isOfIt, sql`${event.detail} -> 'problems' = '[]'::jsonb`))
  const isMeant = rehearsing.days > 0 && rehearsing.of === environment
  const { at, actor: by, detail } = last ?? {}
  return {
    last: at === undefined ? null : { ...(detail as Rehearsal), at, by: by ?? null },
    overdue: isMeant && now().getTime() - (good?.at.getTime() ?? 0) > rehearsing.days * DAY_MS,
  }
}

/** Of the environment that this registry's edges serve; computed whenever the metrics are read. */
export const measureRehearsals = (metrics: Metrics, context: RegistryContext) =>
  new Gauge({
    name: 'marram_rehearsal_overdue',
    help: 'Whether no rehearsal of a rollback has succeeded for REHEARSE_DAYS: 1 or 0.',
    registers: [metrics],
    async collect() {
      this.set((await rehearsedOf(context, context.rehearsing.of)).overdue ? 1 : 0)
    },
  })
