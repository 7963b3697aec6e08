import type { Check } from '@marram/release-contract/calls/releases'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db, ReleasesDatabase } from '../database'
import { type KnownRelease, type KnownReleases, releaseKey, type Version } from '../live/live'
import { meet, type Variant } from '../live/variants'
import { gateResult } from '../schema'
import { hasFailed } from './check'

/** How soon a trial that had no data, or no time, is run again. */
const AGAIN_MS = 60_000

/** A release by itself (`beside` is then the same), or a section beside a shell. */
export type Subject = { release: KnownRelease; beside: KnownRelease }
export type Result = Subject & { checks: Check[] }

export const keyOf = ({ release, beside }: Subject) => `${release.id} ${beside.id}`
export const isShell = ({ manifest }: KnownRelease) => manifest.kind === 'shell'

/** The results that are needed before visitors may get these variants of the parts. */
export function subjectsOf(variants: Variant[], parts: string[], releases: KnownReleases): Subject[] {
  const found = new Map<string, Subject>()
  for (const variant of variants.filter(({ part }) => parts.includes(part))) {
    const others = variants.filter((each) => meet(variant, each))
    for (const subject of subjectsBeside([variant], others, releases)) found.set(keyOf(subject), subject)
  }
  return [...found.values()]
}

/** Each version by itself, and each section beside each shell. */
export function subjectsBeside(versions: Version[], others: Version[], releases: KnownReleases): Subject[] {
  const known = (all: Version[]) => all.flatMap((each) => releases.get(releaseKey(each)) ?? [])
  return known(versions).flatMap((release) => [
    { release, beside: release },
    ...known(others)
      .filter((other) => isShell(other) !== isShell(release))
      .map((other) => (isShell(release) ? { release: other, beside: release } : { release, beside: other })),
  ])
}

/** A section beside a shell. */
export const isPair = ({ release, beside }: Subject) => release.id !== beside.id

export const pairsBeside = (version: Version, others: Version[], releases: KnownReleases): Subject[] =>
  subjectsBeside([version], others, releases).filter(isPair)

type Read = {
  results: Result[]
  /** No results are stored for these. */
  missing: Subject[]
  /** The gate checks these again when a result is requested. */
  worthAnother: Subject[]
  /** Their pages did not fail on the server, and no browser has opened them in time yet. */
  unopened: Subject[]
  /** Their trial on the server had no time or no data, and has to be repeated before it counts. */
  tooLate: Subject[]
}

/** `asOf`: for a call that waits for results, when it began, so that it does not wait for the same ones again. */
export async function readResults(db: Db, subjects: Subject[], asOf = Date.now()): Promise<Read> {
  const read: Read = { results: [], missing: [], worthAnother: [], unopened: [], tooLate: [] }
  if (subjects.length === 0) return read
  const ids = [...new Set(subjects.map(({ release }) => release.id))]
  const rows = await db.select().from(gateResult).where(inArray(gateResult.release, ids))
  const found = new Map(rows.map((row) => [`${row.release} ${row.beside}`, row]))
  for (const subject of subjects) {
    const row = found.get(keyOf(subject))
    if (!row) {
      read.missing.push(subject)
      continue
    }
    const { checks } = row
    const has = (wanted: Check['name'], outcome: Check['outcome']) =>
      checks.some((check) => check.name === wanted && check.outcome === outcome)
    const isOld = asOf - row.checkedAt.getTime() > AGAIN_MS
    const isLate = (wanted: Check['name']) => isOld && checks.some(({ name, late }) => late && name === wanted)
    const isUnopened = !checks.some(({ name }) => name === 'browser') || isLate('browser')
    // The store may have been repaired since; a missing manifest was only warned of once.
    const isDoubtful = has('digests', 'failed') || has('manifest', 'warned')
    const isTooLate = isLate('server') || (isOld && has('server', 'warned'))
    read.results.push({ ...subject, checks })
    if (isTooLate) read.tooLate.push(subject)
    if (isTooLate || isDoubtful) read.worthAnother.push(subject)
    if (isUnopened && (has('server', 'passed') || has('server', 'warned'))) read.unopened.push(subject)
  }
  return read
}

/** One after the other for each pair: the server and a browser may find something at the same moment. */
export function amendResult(db: ReleasesDatabase, subject: Subject, amend: (checks: Check[]) => Check[]) {
  const key = { release: subject.release.id, beside: subject.beside.id }
  const isPair = and(eq(gateResult.release, key.release), eq(gateResult.beside, key.beside))
  return db.transaction(async (tx) => {
    // The row has to exist to be locked.
    await tx
      .insert(gateResult)
      .values({ ...key, checks: [], passed: true, checkedAt: new Date() })
      .onConflictDoNothing()
    const [row] = await tx.select().from(gateResult).where(isPair).for('update')
    const checks = amend(row?.checks ?? [])
    await tx
      .update(gateResult)
      .set({ checks, passed: !hasFailed(checks), checkedAt: new Date() })
      .where(isPair)
  })
}
