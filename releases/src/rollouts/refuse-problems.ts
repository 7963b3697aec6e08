import type { ReleaseManifest } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import type { ReleasesTransaction } from '../database'
import { earlierVersions } from '../discovery/discovery'
import { sizeCheck } from '../gate/check'
import { keyOf, type Result, readResults, type Subject, subjectsOf } from '../gate/results'
import { claimsOf } from '../live/addresses'
import type { Change } from '../live/change'
import { type Problem, problemId, problemsOf } from '../live/compatibility'
import { getRelease, type KnownRelease, type KnownReleases, readReleases, releaseKey, type Version } from '../live/live'
import { type States, staysLive } from '../live/states'
import { MOST_ROLLOUTS, runningUnits, variantsOf } from '../live/variants'
import { Refusal } from '../refusal'
import type { ReleaseFiles } from '../storage'
import { currentTrust } from '../trust/current-trust'
import { whyUntrusted } from '../trust/signed-releases'

export type Planned = { change: Change; before: States; after: States; parts: string[] }

/** These have no results of the gate yet, and have to be checked first. */
export class Unchecked extends Refusal {
  constructor(
    readonly subjects: Subject[],
    /** Whether a browser has to open them too. */
    readonly inBrowser: boolean,
  ) {
    const names = [...new Set(subjects.map(({ release }) => nameOf(release.manifest)))]
    super('incomplete', `The gate is still looking at ${names.join(', ')}. Try again in a moment.`)
  }
}

const nameOf = ({ name, version }: ReleaseManifest) => `${name} ${version}`
const idOf = ({ manifest: { name, version } }: KnownRelease) => `${name}@${version}`

type Call = {
  begunAt: number
  /** Whether pages have to be opened in a browser before visitors get them: if there is a browser, and there are visitors. */
  mustBeOpened: () => Promise<boolean>
  files: ReleaseFiles
  now: Date
}

/**
 * Refuses changes with problems; if a manager overrides them, returns them, with the addresses that are new to the
 * parts. An address of another part is never overridden. Throws `Unchecked` for releases without results.
 */
export async function refuseProblems(tx: ReleasesTransaction, planned: Planned, call: Call) {
  const { change, before, after, parts } = planned
  const { environment } = change
  const wanted = [...variantsOf(after), ...waiting(after)]
  const releases = await readReleases(tx, [...wanted, ...variantsOf(before)])
  for (const each of wanted) if (parts.includes(each.part)) getRelease(releases, each)
  await refuseUntrusted(tx, planned, releases, call)
  const units = runningUnits(after)
  if (units.length > MOST_ROLLOUTS)
    throw new Refusal(
      'refused',
      `${units.length} rollouts at a time are too many for ${environment}, ${MOST_ROLLOUTS} are allowed: every one doubles the number of compositions. Finish one, or roll parts out as one group.`,
    )
  const isNew = ({ kind, releases: all }: Problem) =>
    !staysLive(before, after, all) || (kind === 'no-shell' && before[SHELL] !== undefined)
  const { claims, problems: taken } = await claimsOf(tx, { environment, before, after, parts }, releases)
  const { subjects, problems: pairs } = problemsOf(after, parts, releases, isNew)
  const { refused, notOpened } = await gateProblems(tx, planned, releases, call)
  const found = [...taken, ...refused, ...sizeProblems(planned, releases)]
  // The owner of an address is more useful to know than that both claim it.
  const together = pairs.filter(({ kind }) => kind !== 'pattern' || taken.length === 0)
  const problems = [...together, ...found]
  if (change.override && problems.length > 0 && taken.length === 0) {
    if (!change.reason?.trim()) throw new Refusal('invalid', 'Overriding the gate needs a reason.', { problems })
    return { problems, claims, notOpened }
  }
  const unexpected = problems.filter((problem) => !change.overridden?.includes(problemId(problem)))
  if (unexpected.length === 0) return { problems, claims, notOpened }
  const named = new Set([...subjects, ...found.flatMap(({ releases: [first] }) => first ?? [])])
  const words = [...named].map((each) => each.replace('@', ' ')).join(' and ')
  const sentences = unexpected.map(({ message }) => message).join(' ')
  throw new Refusal('refused', `${words} cannot go live in ${environment}: ${sentences}`, { problems })
}

/**
 * Refuses what no edge would run, which is why nobody can override it. What comes back by a rollback was accepted when it
 * went live; where its key was revoked since, edges use what was live before it.
 */
async function refuseUntrusted(
  tx: ReleasesTransaction,
  { change, before, after, parts }: Planned,
  releases: KnownReleases,
  { files, now }: Pick<Call, 'files' | 'now'>,
): Promise<void> {
  if (change.action === 'rollback') return
  const trust = await currentTrust(tx)
  if (!trust) return
  const { environment } = change
  const isNew = ({ part, version }: Version) =>
    parts.includes(part) && ![before[part]?.stable, before[part]?.candidate].includes(version)
  for (const version of [...variantsOf(after), ...waiting(after)].filter(isNew)) {
    const release = getRelease(releases, version)
    const problem = await whyUntrusted({ db: tx, files }, { trust, release, environment, now })
    if (!problem) continue
    const cure =
      problem.kind === 'approved' ? ` To approve it: npm run release -- approve ${version.part} ${version.version}` : ''
    const { kind, message } = problem
    throw new Refusal('refused', `No edge of ${environment} would run it: ${message}${cure}`, { kind })
  }
}

/** Candidates that no visitor gets yet. */
const waiting = (states: States) =>
  Object.entries(states).flatMap(([part, { candidate, traffic }]) =>
    candidate !== null && traffic === 0 ? [{ part, version: candidate }] : [],
  )

/**
 * The gate's problems with releases that more visitors would get. A rollback is urgent: it is not refused for a
 * trial that had too little time, and waits only for versions so old that their trials are not kept up to date.
 * `notOpened`: what the gate reports about pages that no browser has opened in time.
 */
async function gateProblems(
  tx: ReleasesTransaction,
  { change, before, after, parts }: Planned,
  releases: KnownReleases,
  { begunAt, mustBeOpened }: Call,
): Promise<{ refused: Problem[]; notOpened: string[] }> {
  const subjects = subjectsOf(variantsOf(after), parts, releases).filter(
    ({ release, beside }) => !staysLive(before, after, [idOf(release), idOf(beside)]),
  )
  const { results, missing, tooLate, unopened } = await readResults(tx, subjects, begunAt)
  const isUrgent = change.action === 'rollback'
  const inBrowser = !isUrgent && (await mustBeOpened())
  const unknown = isUrgent
    ? missing.filter((subject) => !isKeptCurrent(before, subject))
    : [...missing, ...tooLate, ...(inBrowser ? unopened : [])]
  if (unknown.length > 0) throw new Unchecked(unknown, inBrowser)
  const late = new Set(isUrgent ? [...tooLate, ...unopened].map(keyOf) : [])
  const unseen = results.flatMap(({ checks }) =>
    checks.filter((check) => check.name === 'browser' && check.outcome === 'warned' && check.late),
  )
  return {
    refused: results.flatMap((result) => problemsIn(result, late.has(keyOf(result)))),
    notOpened: unseen.map(({ message }) => message),
  }
}

/** Whether the gate checks this in the background: live versions, and the previous versions that are considered. */
function isKeptCurrent(before: States, { release, beside }: Subject): boolean {
  const isLive = ({ manifest: { name, version } }: KnownRelease) =>
    [before[name]?.stable, before[name]?.candidate].includes(version)
  const isNear = ({ manifest: { name, version } }: KnownRelease) =>
    before[name] !== undefined && earlierVersions(before[name]).includes(version)
  if (release.id === beside.id) return isLive(release) || isNear(release)
  return (isLive(release) && (isLive(beside) || isNear(beside))) || (isNear(release) && isLive(beside))
}

function problemsIn({ release, beside, checks }: Result, withoutLate: boolean): Problem[] {
  const name = nameOf(release.manifest)
  const releases = release.id === beside.id ? [idOf(release)] : [idOf(release), idOf(beside)]
  return checks
    .filter(({ outcome, late }) => outcome === 'failed' && !(late && withoutLate))
    .map(({ name: kind, message }) => {
      return { kind, releases, message: message.startsWith(name) ? message : `${name}: ${message}` }
    })
}

const sizeProblems = ({ before, after, parts }: Planned, releases: KnownReleases): Problem[] =>
  variantsOf(after)
    .filter(({ part }) => parts.includes(part))
    .flatMap((variant) => {
      const { outcome, message } = sizeCheck(releases, variant, before[variant.part])
      return outcome === 'failed' ? [{ kind: 'size', releases: [releaseKey(variant)], message }] : []
    })
