import type { ReleaseManifest } from '@marram/release-contract/release'
import type { ReleasesTransaction } from '../database'
import { earlierVersions } from '../discovery/discovery'
import type { Change } from '../live/change'
import type { Problem } from '../live/compatibility'
import { type KnownRelease, type KnownReleases, releaseKey } from '../live/live'
import { type States, staysLive } from '../live/states'
import { variantsOf } from '../live/variants'
import { Refusal } from '../refusal'
import { type Result, readResults, type Subject, subjectsOf } from './results'
import { sizeCheck } from './sizes'

export type Planned = { change: Change; before: States; after: States; parts: string[] }
type Around = Planned & { releases: KnownReleases }

/** Nothing is known yet of these: they have to be looked at first. */
export class Unchecked extends Refusal {
  constructor(readonly subjects: Subject[]) {
    const names = [...new Set(subjects.map(({ release }) => nameOf(release.manifest)))]
    super('incomplete', `The gate is still looking at ${names.join(', ')}. Try again in a moment.`)
  }
}

const nameOf = ({ name, version }: ReleaseManifest) => `${name} ${version}`
const idOf = ({ manifest: { name, version } }: KnownRelease) => `${name}@${version}`

/**
 * What the gate has found against releases that more visitors would get. Going back reads what is known and waits for
 * nothing: whoever rolls back has no time, and is not refused for a trial that only had too little of it a while ago.
 * Throws `Unchecked` otherwise where something is not known, and for versions so old that their trials are not kept current.
 */
export async function gateProblems(tx: ReleasesTransaction, planned: Around): Promise<Problem[]> {
  const { change, before, after, parts, releases } = planned
  const subjects = subjectsOf(variantsOf(after), parts, releases).filter(
    ({ release, beside }) => !staysLive(before, after, [idOf(release), idOf(beside)]),
  )
  const { results, missing, tooLate } = await readResults(tx, subjects)
  const isGoingBack = change.action === 'rollback'
  const unknown = isGoingBack ? missing.filter((subject) => !isKeptCurrent(before, subject)) : [...missing, ...tooLate]
  if (unknown.length > 0) throw new Unchecked(unknown)
  const isTooLate = (result: Result) =>
    tooLate.some(({ release, beside }) => release.id === result.release.id && beside.id === result.beside.id)
  const known = results.map((result) => (isTooLate(result) ? withoutLate(result) : result))
  return [...known.flatMap(problemsIn), ...sizeProblems(planned)]
}

/** Whether the gate looks at this in the background: what is live, and the versions before it that are considered. */
function isKeptCurrent(before: States, { release, beside }: Subject): boolean {
  const isLive = ({ manifest: { name, version } }: KnownRelease) =>
    [before[name]?.stable, before[name]?.candidate].includes(version)
  const isNear = ({ manifest: { name, version } }: KnownRelease) =>
    before[name] !== undefined && earlierVersions(before[name]).includes(version)
  if (release.id === beside.id) return isLive(release) || isNear(release)
  return (isLive(release) && (isLive(beside) || isNear(beside))) || (isNear(release) && isLive(beside))
}

const withoutLate = (result: Result): Result => ({ ...result, checks: result.checks.filter(({ late }) => !late) })

const problemsIn = ({ release, beside, checks }: Result): Problem[] =>
  checks
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name, message }) => ({
      kind: name,
      releases: release.id === beside.id ? [idOf(release)] : [idOf(release), idOf(beside)],
      message: message.startsWith(nameOf(release.manifest)) ? message : `${nameOf(release.manifest)}: ${message}`,
    }))

function sizeProblems({ before, after, parts, releases }: Around): Problem[] {
  const manifestOf = (part: string, version: string) => releases.get(releaseKey(part, version))?.manifest
  return variantsOf(after)
    .filter(({ part }) => parts.includes(part))
    .flatMap(({ part, version }) => {
      const release = manifestOf(part, version)
      const { stable, history = [] } = before[part] ?? {}
      if (!release || stable === undefined || stable === version) return []
      const isKnown = history.some((step) => step.version === version)
      const { outcome, message } = sizeCheck(release, manifestOf(part, stable), isKnown)
      return outcome === 'failed' ? [{ kind: 'size' as const, releases: [`${part}@${version}`], message }] : []
    })
}
