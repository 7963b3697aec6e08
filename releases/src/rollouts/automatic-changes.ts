import type { Verdict } from '@marram/release-contract/calls/evidence'
import { and, eq } from 'drizzle-orm'
import type { RegistryContext } from '../context'
import { countsSince, minuteAfter } from '../evidence/counts'
import { verdictOn } from '../evidence/verdict-on'
import { stageWords, verdictText } from '../evidence/verdict-text'
import { liveRollouts, type Rollout, rolloutsOf, statesOf } from '../live/live'
import { canaried, companions, type State } from '../live/states'
import { stopsOf } from '../live/stops'
import { Refusal } from '../refusal'
import { rollout } from '../schema'
import { changeLive } from './change-live'
import { lackingEvidence } from './lacking-evidence'
import { isDue } from './strategy'
import { advanced, pausedIn } from './strategy-changes'

// Actors in the audit log.
const EVIDENCE = 'evidence'
const STRATEGY = 'strategy'

/** Ends the rollout of every candidate that is clearly worse; the audit log has the numbers. */
export async function judgeCandidates(context: RegistryContext): Promise<void> {
  await forEachRollout(context, 'verdict', async (known) => {
    if (known.candidate === null || known.traffic === 0) return
    const row = await withPastBeginning(context, known)
    const found = await verdictOn(context.db, row)
    if (found?.verdict === 'worse') await takeAway(context, row, found)
  })
}

const failures = {
  verdict: 'a candidate could not be judged, and is tried again',
  strategy: 'the strategy of a part failed, and is tried again',
}
type Kind = keyof typeof failures

/** A failure of one rollout is logged, and the others continue. The next run repeats all of them. */
async function forEachRollout(context: RegistryContext, kind: Kind, job: (row: Rollout) => Promise<void>) {
  const { db, log, countFailure } = context
  for (const row of await liveRollouts(db)) {
    const { environment, part } = row
    await job(row).catch((error) => {
      // Somebody changed it in the meantime.
      if (error instanceof Refusal && error.code === 'conflict') return
      log.error({ err: error, environment, part }, failures[kind])
      countFailure(kind)
    })
  }
}

/** If the clock was set back, counting begins again: otherwise nothing would count until the earlier time is reached. */
async function withPastBeginning({ db, now }: RegistryContext, row: Rollout): Promise<Rollout> {
  const { environment, part, candidateSince } = row
  if (candidateSince === null || new Date(candidateSince) <= minuteAfter(now())) return row
  const begins = { candidateSince: now().toISOString() }
  const isSame = and(eq(rollout.part, part), eq(rollout.candidateSince, candidateSince))
  await db
    .update(rollout)
    .set(begins)
    .where(and(eq(rollout.environment, environment), isSame))
  return { ...row, ...begins }
}

async function takeAway(context: RegistryContext, row: Rollout, found: Verdict): Promise<void> {
  const { environment, part, stable, revision } = row
  const candidate = row.candidate as string
  const since = new Date(row.candidateSince as string)
  const counts = await countsSince(context.db, { environment, part, versions: [candidate], since })
  const stages = stageWords(counts.map(({ metric, count }) => [metric, count]))
  const reason = `${verdictText(part, { candidate, stable }, found)} Its failures: ${stages}.`
  const detail = { evidence: found }
  const change = { action: EVIDENCE, environment, part, revision, by: EVIDENCE, reason, detail } as const
  await changeLive(context, change, (states) =>
    canaried(states, { part, version: candidate, traffic: 0, group: (states[part] as State).group ?? undefined }),
  )
}

/**
 * Advances every strategy that is due by one step; of several registries, the revision lets only one win.
 * A strategy that the gate now refuses is paused with the reason, unless that was overridden. It waits while its part,
 * or another of its group, is frozen or locked.
 */
export async function advanceStrategies(context: RegistryContext): Promise<void> {
  await forEachRollout(context, 'strategy', (row) => advance(context, row))
}

async function advance(context: RegistryContext, row: Rollout): Promise<void> {
  const { environment, part, revision, strategy } = row
  if (!strategy || !isDue(strategy, context.now())) return
  const rollouts = await rolloutsOf(context.db, environment)
  if ((await isHeld(context, row, rollouts)) || (await lackingEvidence(context.db, row, rollouts)) !== null) return
  const about = { environment, part, revision, by: STRATEGY }
  const { override } = strategy
  const overridden = override && {
    ...{ overridden: override.problems, reason: override.reason },
    detail: { overriddenBy: override.by },
  }
  try {
    await changeLive(context, { action: 'advance', ...about, ...overridden }, (states) =>
      advanced(states, { part, by: STRATEGY, now: context.now() }),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'conflict') throw error
    // The gate needs longer; the next run tries again.
    if (error.code === 'incomplete') return
    const reason = error.message.slice(0, 500)
    await changeLive(context, { action: 'pause', ...about, reason }, (states) =>
      pausedIn(states, { part, environment, by: STRATEGY, now: context.now() }),
    )
  }
}

async function isHeld({ db, now }: RegistryContext, row: Rollout, rollouts: Rollout[]): Promise<boolean> {
  const together = companions(statesOf(rollouts), row.part)
  const stops = await stopsOf(db, row.environment, now())
  return stops.some(({ kind, part }) => kind === 'freeze' || (kind === 'lock' && together.includes(part)))
}
