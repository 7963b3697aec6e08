import { inArray } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import type { KnownRelease, KnownReleases } from '../live/live'
import { releaseKey } from '../live/live'
import { meet, type Variant } from '../live/variants'
import { gateResult } from '../schema'
import { type Check, hasFailed } from './check'

/** How soon a trial that had no data, or no time, is made again. */
const AGAIN_MS = 60_000

/** A release by itself, or a section beside a shell. */
export type Subject = { release: KnownRelease; beside: KnownRelease }
export type Result = Subject & { checks: Check[] }

const keyOf = ({ release, beside }: { release: { id: string }; beside: { id: string } }) => `${release.id} ${beside.id}`
const isShell = ({ manifest }: KnownRelease) => manifest.kind === 'shell'

/** What must be known before visitors may get these parts as the variants say. */
export function subjectsOf(variants: Variant[], parts: string[], releases: KnownReleases): Subject[] {
  const known = (variant: Variant) => releases.get(releaseKey(variant.part, variant.version))
  const found = new Map<string, Subject>()
  const add = (subject: Subject) => found.set(keyOf(subject), subject)
  for (const variant of variants.filter(({ part }) => parts.includes(part))) {
    const release = known(variant)
    if (!release) continue
    add({ release, beside: release })
    for (const other of variants.filter((each) => meet(variant, each)).map(known)) {
      if (!other || isShell(other) === isShell(release)) continue
      add(isShell(release) ? { release: other, beside: release } : { release, beside: other })
    }
  }
  return [...found.values()]
}

/**
 * What was found of each, of which nothing is known, and of which it is worth looking again; among these, for want of
 * time, those that nothing should be refused for before that.
 */
export async function readResults(
  db: ReleasesDatabase | ReleasesTransaction,
  subjects: Subject[],
): Promise<{ results: Result[]; missing: Subject[]; worthAnother: Subject[]; tooLate: Subject[] }> {
  if (subjects.length === 0) return { results: [], missing: [], worthAnother: [], tooLate: [] }
  const ids = [...new Set(subjects.map(({ release }) => release.id))]
  const rows = await db.select().from(gateResult).where(inArray(gateResult.release, ids))
  const found = new Map(rows.map((row) => [`${row.release} ${row.beside}`, row]))
  const results = subjects.flatMap((subject) => {
    const row = found.get(keyOf(subject))
    return row ? [{ ...subject, checks: row.checks }] : []
  })
  const isOld = (row: { checkedAt: Date }) => Date.now() - row.checkedAt.getTime() > AGAIN_MS
  const tooLate = subjects.filter((subject) => {
    const row = found.get(keyOf(subject))
    return row?.checks.some(({ late }) => late) && isOld(row)
  })
  const worthAnother = subjects.filter((subject) => {
    const row = found.get(keyOf(subject))
    if (!row) return false
    if (tooLate.includes(subject)) return true
    // The store may have been repaired since.
    if (row.checks.some(({ name, outcome }) => name === 'digests' && outcome === 'failed')) return true
    // Without one they were let through once.
    if (row.checks.some(({ name, outcome }) => name === 'manifest' && outcome === 'warned')) return true
    const hadNoData = row.checks.some(({ name, outcome }) => name === 'server' && outcome === 'warned')
    return hadNoData && isOld(row)
  })
  return { results, missing: subjects.filter((subject) => !found.has(keyOf(subject))), worthAnother, tooLate }
}

export async function writeResult(db: ReleasesDatabase, { release, beside, checks }: Result): Promise<void> {
  const row = { release: release.id, beside: beside.id, checks, passed: !hasFailed(checks), checkedAt: new Date() }
  await db
    .insert(gateResult)
    .values(row)
    .onConflictDoUpdate({ target: [gateResult.release, gateResult.beside], set: row })
}
