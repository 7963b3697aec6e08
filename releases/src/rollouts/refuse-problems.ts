import { SHELL } from '@marram/release-contract/release'
import type { ReleasesTransaction } from '../database'
import { gateProblems, type Planned } from '../gate/problems'
import { type Problem, problemId, problemsOf } from '../live/compatibility'
import { readReleases, releaseKey } from '../live/live'
import { type States, staysLive } from '../live/states'
import { MOST_ROLLOUTS, runningUnits, variantsOf } from '../live/variants'
import { Refusal } from '../refusal'

/**
 * Refuses what no visitor should get: a release that is not complete, two that do not go together, or one that the gate
 * has found bad. Returns what was wrong where a manager wants it all the same.
 */
export async function refuseProblems(
  tx: ReleasesTransaction,
  { change, before, after, parts }: Planned,
): Promise<Problem[]> {
  const { environment } = change
  const releases = await readReleases(tx, [...variantsOf(after), ...waiting(after), ...variantsOf(before)])
  for (const { part, version } of [...variantsOf(after), ...waiting(after)])
    if (parts.includes(part) && !releases.has(releaseKey(part, version)))
      throw new Refusal('not-found', `There is no complete release ${part} ${version}. Publish it first.`)
  refuseTooMany(environment, after)
  const isNew = ({ kind, releases: all }: Problem) =>
    !staysLive(before, after, all) || (kind === 'no-shell' && before[SHELL] !== undefined)
  const { subjects, problems: together } = problemsOf(after, parts, releases, isNew)
  const found = await gateProblems(tx, { change, before, after, parts, releases })
  const problems = [...together, ...found]
  if (problems.length === 0) return []
  if (change.override) {
    if (!change.reason?.trim()) throw new Refusal('invalid', 'Overriding the gate needs a reason.', { problems })
    return problems
  }
  const unexpected = problems.filter((problem) => !change.overridden?.includes(problemId(problem)))
  if (unexpected.length === 0) return problems
  const named = new Set([...subjects, ...found.flatMap(({ releases: [first] }) => first ?? [])])
  const words = [...named].map((each) => each.replace('@', ' ')).join(' and ')
  const sentences = unexpected.map(({ message }) => message).join(' ')
  throw new Refusal('refused', `${words} cannot go live in ${environment}: ${sentences}`, { problems })
}

/** Candidates that nobody gets yet. */
const waiting = (states: States) =>
  Object.entries(states).flatMap(([part, { candidate, traffic }]) =>
    candidate !== null && traffic === 0 ? [{ part, version: candidate }] : [],
  )

function refuseTooMany(environment: string, states: States): void {
  const units = runningUnits(states)
  if (units.length <= MOST_ROLLOUTS) return
  throw new Refusal(
    'refused',
    `${units.length} rollouts at a time are too many for ${environment}, ${MOST_ROLLOUTS} are allowed: every one doubles the number of compositions. Finish one, or roll parts out as one group.`,
  )
}
