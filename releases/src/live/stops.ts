import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db, ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { stop } from '../schema'
import type { Change } from './change'
import type { States } from './states'

export type Stop = typeof stop.$inferSelect

/** The current stops of an environment. */
export const stopsOf = (db: Db, environment: string, now: Date = new Date()): Promise<Stop[]> =>
  db
    .select()
    .from(stop)
    .where(and(eq(stop.environment, environment), or(isNull(stop.until), gt(stop.until, now))))
    .orderBy(stop.kind, stop.part)

/** The form in responses: a freeze has no part. */
export const shownStop = (row: Stop) => ({ ...row, part: row.part || null })

/**
 * While something is frozen or locked, no visitor gets anything new; going back to versions that were live for everybody is
 * always possible. A rollback of an environment can lead to newer versions, or versions that were only in rollouts: those
 * count as new.
 */
export async function refuseStopped(
  tx: ReleasesTransaction,
  { action, environment }: Change,
  before: States,
  after: States,
): Promise<void> {
  if (!['promote', 'canary', 'advance', 'rollback'].includes(action)) return
  const growing = Object.keys(after).filter((part) => {
    const [was, is] = [before[part], after[part]]
    return grows(was, is) && !(action === 'rollback' && wasLive(was, is))
  })
  if (growing.length === 0) return
  for (const { kind, part, reason, by, until } of await stopsOf(tx, environment)) {
    if (kind === 'kill' || (kind === 'lock' && !growing.includes(part))) continue
    const what = kind === 'freeze' ? `${environment} is frozen` : `${part} is locked in ${environment}`
    const end = until ? `until ${until.toISOString()}` : 'until somebody ends that'
    const message = `${what} ${end}, by ${by}: ${reason}. Going back to what was live before is still possible.`
    throw new Refusal('stopped', message, { stop: { kind, part: part || null, reason, by, until } })
  }
}

/** False for a reverted step and a removed part: neither is in the history of live versions. */
const wasLive = (before: States[string] | undefined, after: States[string] | undefined): boolean =>
  before?.history.some(({ version }) => version === after?.stable) ?? false

/** Whether any visitor gets a version that they did not get before. */
const grows = (before: States[string] | undefined, after: States[string] | undefined): boolean =>
  after !== undefined &&
  (after.stable !== before?.stable ||
    (after.candidate !== null && (after.candidate !== before.candidate || after.traffic > before.traffic)))
