import type { Strategy } from '@marram/release-contract/calls/rollouts'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { RegistryContext } from '../context'
import { type Rollout, rolloutsOf, statesOf } from '../live/live'
import { companions } from '../live/states'
import { stopsOf } from '../live/stops'
import { isDue } from '../live/strategy'
import { advanced, pausedIn } from '../live/strategy-states'
import { Refusal } from '../refusal'
import { rollout } from '../schema'
import { changeLive } from './change-live'
import { lackingEvidence } from './lacking-evidence'

/** Who it is in the audit log. */
const STRATEGY = 'strategy'

/**
 * Takes every strategy whose time has come a step further. Several registries may do so at once: the revision lets one
 * of them win. One that may not go on, because the gate is against it now and was not overridden, is paused and says
 * why; one that a freeze or a lock, of its part or of another in its group, holds back waits. One that fails goes into
 * the log, and the others go on.
 */
export async function advanceStrategies(context: RegistryContext): Promise<void> {
  for (const row of await withStrategy(context)) {
    const { environment, part } = row
    await advance(context, row).catch((error) => {
      context.log.error({ err: error, environment, part }, 'the strategy of a part failed, and is tried again')
      context.countFailure('strategy')
    })
  }
}

async function advance(context: RegistryContext, row: Rollout): Promise<void> {
  if (!isDue(row.strategy as Strategy, context.now())) return
  const rollouts = await rolloutsOf(context.db, row.environment)
  if ((await isHeld(context, row, rollouts)) || (await lackingEvidence(context.db, row, rollouts)) !== null) return
  try {
    const { environment, part, revision, strategy } = row
    const change = { action: 'advance' as const, environment, part, revision, by: STRATEGY }
    await changeLive(context, { ...change, ...goingOn(strategy?.override) }, (states) =>
      advanced(states, { part, by: STRATEGY, now: context.now() }),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Somebody was faster; or the gate needs longer, and the next job finds out.
    if (error.code !== 'conflict' && error.code !== 'incomplete') await hold(context, row, error)
  }
}

const goingOn = (override: Strategy['override']) =>
  override && { overridden: override.problems, reason: override.reason, detail: { overriddenBy: override.by } }

const withStrategy = ({ db }: RegistryContext): Promise<Rollout[]> =>
  db
    .select()
    .from(rollout)
    .where(and(eq(rollout.live, true), isNotNull(rollout.strategy)))
    .orderBy(rollout.environment, rollout.part)

async function isHeld(
  { db, now }: RegistryContext,
  { environment, part }: Rollout,
  rollouts: Rollout[],
): Promise<boolean> {
  const stops = await stopsOf(db, environment, now())
  if (stops.length === 0) return false
  const together = companions(statesOf(rollouts), part)
  return stops.some(({ kind, part: stopped }) => kind === 'freeze' || (kind === 'lock' && together.includes(stopped)))
}

async function hold(
  context: RegistryContext,
  { environment, part, revision }: Rollout,
  { message }: Refusal,
): Promise<void> {
  const change = { action: 'pause' as const, environment, part, revision, by: STRATEGY, reason: message.slice(0, 500) }
  try {
    await changeLive(context, change, (states) =>
      pausedIn(states, { part, environment, by: STRATEGY, now: context.now() }),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
}
