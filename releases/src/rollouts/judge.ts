import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { RegistryContext } from '../context'
import { countsSince, minuteAfter } from '../evidence/counts'
import { stageWords } from '../evidence/stage-words'
import type { Verdict } from '../evidence/verdict'
import { verdictOn } from '../evidence/verdict-on'
import { verdictText } from '../evidence/verdict-words'
import type { Rollout } from '../live/live'
import { canaried, type State } from '../live/states'
import { Refusal } from '../refusal'
import { rollout } from '../schema'
import { changeLive } from './change-live'

/** Who it is in the audit log. */
const EVIDENCE = 'evidence'

/**
 * Takes every candidate that is clearly worse from its visitors; the numbers are in the audit log. One that cannot be
 * judged goes into the log of the registry, and the others are judged.
 */
export async function judgeCandidates(context: RegistryContext): Promise<void> {
  const rows = await context.db
    .select()
    .from(rollout)
    .where(and(eq(rollout.live, true), isNotNull(rollout.candidate), gt(rollout.traffic, 0)))
    .orderBy(rollout.environment, rollout.part)
  for (const row of rows) {
    const { environment, part } = row
    await judge(context, row).catch((error) => {
      context.log.error({ err: error, environment, part }, 'a candidate could not be judged, and is tried again')
      context.countFailure('judgement')
    })
  }
}

async function judge(context: RegistryContext, known: Rollout): Promise<void> {
  const row = await withPastBeginning(context, known)
  const found = await verdictOn(context.db, row)
  if (found?.verdict === 'worse') await takeAway(context, row, found)
}

/**
 * Where the clock was set back, counting begins anew: otherwise nothing would be counted for or against the candidate
 * until it is as late again as it was. The next minute is no such case, see `withoutEarlierCounts`.
 */
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
  const change = {
    action: EVIDENCE,
    environment,
    part,
    revision,
    by: EVIDENCE,
    reason,
    detail: { evidence: found },
  } as const
  try {
    await changeLive(context, change, (states) =>
      canaried(states, { part, version: candidate, traffic: 0, group: (states[part] as State).group ?? undefined }),
    )
  } catch (error) {
    // Somebody was faster; the next job looks again.
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
}
