import { type ReleaseManifest, SHELL } from '@marram/release-contract/release'
import type { ReleasesTransaction } from '../database'
import { gateProblems } from '../gate/problems'
import { type Problem, problemId, problemsBeside } from '../live/compatibility'
import { type KnownReleases, readReleases, releaseKey } from '../live/live'
import type { States } from '../live/states'
import { MOST_ROLLOUTS, meet, runningUnits, variantsOf } from '../live/variants'
import { Refusal } from '../refusal'
import { staysLive } from './already-live'
import type { Change } from './change-live'

export type Planned = { change: Change; before: States; after: States; parts: string[] }

/**
 * Refuses what no visitor should get: a release that is not complete, two that do not go together, or one that the gate
 * has found bad. Answers what was wrong where a manager wants it all the same.
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

/** Which of the changed releases do not go together with what some visitor may have beside them, and why. */
export function problemsOf(
  states: States,
  parts: string[],
  releases: KnownReleases,
  counts: (problem: Problem) => boolean = () => true,
) {
  const manifestOf = ({ part, version }: { part: string; version: string }) =>
    releases.get(releaseKey(part, version))?.manifest as ReleaseManifest
  const variants = variantsOf(states)
  const found = variants
    .filter(({ part }) => parts.includes(part))
    .map((variant) => {
      const others = variants.filter((other) => meet(variant, other))
      return { variant, problems: problemsBeside(manifestOf(variant), others.map(manifestOf)).filter(counts) }
    })
    .filter(({ problems }) => problems.length > 0)
  // Two that changed together tell of each other.
  const problems = new Map<string, Problem>()
  for (const problem of found.flatMap((each) => each.problems)) {
    const key = [problem.kind, ...problem.releases.toSorted(), problem.kind === 'shared' ? problem.message : ''].join()
    if (!problems.has(key)) problems.set(key, problem)
  }
  return {
    subjects: found.map(({ variant }) => `${variant.part}@${variant.version}`),
    problems: [...problems.values()],
  }
}

function refuseTooMany(environment: string, states: States): void {
  const units = runningUnits(states)
  if (units.length <= MOST_ROLLOUTS) return
  throw new Refusal(
    'refused',
    `${units.length} rollouts at a time are too many for ${environment}, ${MOST_ROLLOUTS} are allowed: every one doubles the number of compositions. Finish one, or roll parts out as one group.`,
  )
}
