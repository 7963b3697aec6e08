import { and, eq, isNotNull } from 'drizzle-orm'
import { changeLive } from '../change-live'
import type { Desk, LoggingDesk } from '../desk'
import { type Rollout, rolloutsOf, statesOf } from '../live'
import { Refusal } from '../refusal'
import { companions } from '../rollout-states'
import { rollout } from '../schema'
import { stopsOf } from '../stops'
import { lackingEvidence } from './lacking-evidence'
import { isDue, type Override, type Strategy } from './strategy'
import { advanced, pausedIn } from './strategy-states'

/** Who it is in the audit log. */
export const STRATEGY = 'strategy'

/**
 * Takes every strategy whose time has come a step further. Several registries may do so at once: the revision lets one
 * of them win. One that may not go on, because the gate is against it now and was not overridden, is paused and says
 * why; one that a freeze or a lock, of its part or of another in its group, holds back waits. One that fails goes into
 * the log, and the others go on.
 */
export async function advanceStrategies(desk: LoggingDesk): Promise<void> {
  for (const row of await withStrategy(desk)) {
    const { environment, part } = row
    await advance(desk, row).catch((error) => {
      desk.log.error({ err: error, environment, part }, 'the strategy of a part failed, and is tried again')
      desk.countFailure('strategy')
    })
  }
}

async function advance(desk: Desk, row: Rollout): Promise<void> {
  if (!isDue(row.strategy as Strategy, desk.now())) return
  const rollouts = await rolloutsOf(desk.db, row.environment)
  if ((await isHeld(desk, row, rollouts)) || (await lackingEvidence(desk.db, row, rollouts)) !== null) return
  try {
    const { environment, part, revision, strategy } = row
    const change = { action: 'advance' as const, environment, part, revision, by: STRATEGY }
    await changeLive(desk, { ...change, ...goingOn(strategy?.override) }, (states) =>
      advanced(states, { part, by: STRATEGY, now: desk.now() }),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Somebody was faster; or the gate needs longer, and the next round finds out.
    if (error.code !== 'conflict' && error.code !== 'incomplete') await hold(desk, row, error)
  }
}

const goingOn = (override: Override | undefined) =>
  override && { overridden: override.problems, reason: override.reason, detail: { overriddenBy: override.by } }

const withStrategy = ({ db }: Desk): Promise<Rollout[]> =>
  db
    .select()
    .from(rollout)
    .where(and(eq(rollout.live, true), isNotNull(rollout.strategy)))
    .orderBy(rollout.environment, rollout.part)

async function isHeld({ db, now }: Desk, { environment, part }: Rollout, rollouts: Rollout[]): Promise<boolean> {
  const stops = await stopsOf(db, environment, now())
  if (stops.length === 0) return false
  const together = companions(statesOf(rollouts), part)
  return stops.some(({ kind, part: stopped }) => kind === 'freeze' || (kind === 'lock' && together.includes(stopped)))
}

async function hold(desk: Desk, { environment, part, revision }: Rollout, { message }: Refusal): Promise<void> {
  const change = { action: 'pause' as const, environment, part, revision, by: STRATEGY, reason: message.slice(0, 500) }
  try {
    await changeLive(desk, change, (states) => pausedIn(states, { part, environment, by: STRATEGY, now: desk.now() }))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
}
