import type { keepReasons } from '@marram/release-contract/calls/clean-up'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { earlierVersions } from '../discovery/discovery'
import { type Rollout, releaseKey } from '../live/live'
import { isPublished, release, rollout } from '../schema'
import { NOTHING, storedByRelease } from './abandoned-uploads'

const DAY_MS = 86_400_000

type Version = { part: string; version: string }
type Why = { reason: (typeof keepReasons)[number]; message: string }

/** Remembers that a document names these, or did until a moment ago; a link names them until it expires. */
export async function noteNamed(tx: ReleasesTransaction, versions: Version[], until: Date): Promise<void> {
  if (versions.length === 0) return
  await lockNamed(tx, versions)
  await tx
    .update(release)
    .set({ lastNamedAt: until })
    .where(and(isNamed(versions), or(isNull(release.lastNamedAt), lt(release.lastNamedAt, until))))
}

const isNamed = (versions: Version[]) =>
  or(...versions.map((one) => and(eq(release.part, one.part), eq(release.version, one.version))))

/** Nobody names or deletes these meanwhile. In one order, so that no two wait for each other. */
export async function lockNamed(tx: ReleasesTransaction, versions: Version[]): Promise<void> {
  if (versions.length === 0) return
  await tx.select({ id: release.id }).from(release).where(isNamed(versions)).orderBy(release.id).for('no key update')
}

/**
 * Every release, the one of the oldest use first: those that no document has named for so many days, so that no tab can
 * want a file of them, and the others with what keeps them.
 */
export async function releasesByUse(db: ReleasesDatabase | ReleasesTransaction, days: number, now: Date) {
  const inUse = usesOf((await db.select().from(rollout)).filter(({ live }) => live))
  const stored = await storedByRelease(db)
  const { id, part, version, lastNamedAt, completedAt } = release
  const rows = await db.select({ id, part, version, lastNamedAt, completedAt }).from(release).where(isPublished)
  const all = rows
    .map((row) => {
      const { files, bytes } = stored.get(row.id) ?? NOTHING
      const lastUse = latest(row.lastNamedAt, row.completedAt)
      const keptUntil = new Date(lastUse.getTime() + days * DAY_MS)
      const uses = inUse.get(releaseKey(row.part, row.version)) ?? []
      const why = keptUntil < now ? uses : [...uses, recentUse(row, { days, now })]
      return {
        ...{ id: row.id, part: row.part, version: row.version, lastUse, files, bytes, why },
        keptUntil: uses.length > 0 ? null : keptUntil,
      }
    })
    .sort((a, b) => a.lastUse.getTime() - b.lastUse.getTime() || (nameOf(a) < nameOf(b) ? -1 : 1))
  return { unused: all.filter(({ why }) => why.length === 0), kept: all.filter(({ why }) => why.length > 0) }
}

const nameOf = ({ part, version }: Version) => releaseKey(part, version)

const latest = (...moments: (Date | null)[]) => new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)))

/** What documents name, by `part@version`, with what they name it for. */
function usesOf(rollouts: Rollout[]): Map<string, Why[]> {
  const uses = new Map<string, Why[]>()
  const add = (part: string, version: string, why: Why) => {
    const key = releaseKey(part, version)
    uses.set(key, [...(uses.get(key) ?? []), why])
  }
  for (const row of rollouts) {
    const { environment, part, stable, candidate } = row
    add(part, stable, { reason: 'live', message: `It is live in ${environment}.` })
    if (candidate !== null)
      add(part, candidate, { reason: 'rollout', message: `It is being rolled out in ${environment}.` })
    for (const earlier of earlierVersions(row))
      add(part, earlier, { reason: 'fallback', message: `${environment} could fall back to it.` })
  }
  return uses
}

type Moments = { lastNamedAt: Date | null; completedAt: Date | null }

function recentUse({ lastNamedAt, completedAt }: Moments, { days, now }: { days: number; now: Date }): Why {
  if (lastNamedAt === null || lastNamedAt < (completedAt as Date))
    return { reason: 'new', message: `It was published within ${days} days.` }
  if (lastNamedAt > now) return { reason: 'link', message: 'A link to a preview shows it.' }
  return { reason: 'named', message: `Pages named it within ${days} days: tabs that are open may want its files.` }
}
