import { createHash } from 'node:crypto'
import type { PicturedPage } from '@marram/release-contract/calls/releases'
import { SHELL } from '@marram/release-contract/release-files'
import type { FreeDisk } from '@marram/server/free-disk'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db, ReleasesDatabase } from '../database'
import {
  getRelease,
  type KnownReleases,
  liveForVisitors,
  readReleases,
  releaseKey,
  statesOf,
  type Version,
} from '../live/live'
import { stableVersions } from '../live/variants'
import { pagePictures, release } from '../schema'
import type { ReleaseFiles } from '../storage'
import { type Comparison, LATE, pairOf, type Taken, type TakePictures } from './picture-trial'
import type { Subject } from './results'

/** Pages that failed are pictured again when somebody looks so much later. */
const AGAIN_MS = 10 * 60_000
/** Runs that get no further, until no more begins. */
const MOST_ATTEMPTS = 3
/** Of one version: what is live beside it changes, and differs between environments. */
const MOST_COMPARISONS = 8
const MOST_BYTES = 1024 * 1024

/** Below the files of the release, with which they are deleted. */
export const pictureKey = (id: string, digest: string) => `${id}/pictures/${digest}`

/** The pair on whose results at the gate it depends whether pictures are taken. */
export function subjectOf({ release, beside }: Comparison): Subject {
  const { shell, section } = pairOf(release, beside)
  return { release: section, beside: shell }
}

/** With each other part that it meets where it is live: a section with the shell, a shell with every section. */
export function comparisonsOf(live: Record<string, string>, version: Version, releases: KnownReleases): Comparison[] {
  const known = ([part, version]: [string, string]) => releases.get(releaseKey({ part, version })) ?? []
  const release = getRelease(releases, version)
  const before = live[version.part]
  if (before === version.version) return []
  const others = Object.entries(live).filter(([part]) => (part === SHELL) !== (version.part === SHELL))
  const beside = others.flatMap(known)
  return (before === undefined ? [release] : [known([version.part, before])].flat()).flatMap((live) =>
    beside.map((beside) => ({ release, live, beside })),
  )
}

/** With what is live in each environment that has its part. */
export async function comparisonsWithLive(db: Db, version: Version): Promise<Comparison[]> {
  const rollouts = await liveForVisitors(db)
  const live = rollouts.map(({ part, stable }) => ({ part, version: stable }))
  const releases = await readReleases(db, [version, ...live])
  return [...new Set(rollouts.map(({ environment }) => environment))].flatMap((name) => {
    const versions = stableVersions(statesOf(rollouts.filter(({ environment }) => environment === name)))
    return versions[version.part] === undefined ? [] : comparisonsOf(versions, version, releases)
  })
}

export const keyOf = ({ release, live, beside }: Comparison) => `${release.id} ${live.id} ${beside.id}`
const ofRelease = ({ release: { id } }: Comparison) => eq(pagePictures.release, id)
const isOf = (comparison: Comparison) =>
  and(ofRelease(comparison), eq(pagePictures.live, comparison.live.id), eq(pagePictures.beside, comparison.beside.id))

/** The pictures of a comparison so far: `isPending` if there is more to come, `isDue` also if it is time to try again. */
export async function readRow(db: Db, comparison: Comparison) {
  const [row] = await db.select().from(pagePictures).where(isOf(comparison))
  const isPending = !row || row.pages.some(({ message }) => message === LATE)
  const isWhole = row?.pages.length && row.pages.every(({ message }) => message === null)
  const isOld = row !== undefined && row.takenAt.getTime() < Date.now() - AGAIN_MS
  const goesOn = isPending && (row?.attempts ?? 0) <= 1
  const isDue = (row?.attempts ?? 0) < MOST_ATTEMPTS && !isWhole && (isOld || goesOn)
  return { row, isPending, isOld, isDue }
}

/** How far pictures are from being whole: a run that gets further makes it less. */
const leftOf = (pages: PicturedPage[]) =>
  pages.length === 0
    ? Number.POSITIVE_INFINITY
    : pages.reduce((left, { message }) => left + (message === null ? 0 : message === LATE ? 2 : 1), 0)

type Stores = { db: ReleasesDatabase; files: ReleaseFiles; disk?: Pick<FreeDisk, 'isFull'> | undefined }

/** Takes and stores the pictures of a comparison that it lacks. Rejects if `stopping` ends it, once what there is is stored. */
export async function storePictures(
  { db, files, disk, take }: Stores & { take: TakePictures },
  comparison: Comparison,
  stopping: AbortSignal,
): Promise<void> {
  const { id } = comparison.release
  const { row, isOld } = await readRow(db, comparison)
  const earlier = row?.pages ?? []
  const written: string[] = []
  const keep = async (webp: string) => {
    const bytes = Buffer.from(webp, 'base64')
    if (bytes.length > MOST_BYTES) throw new Error('a picture is too large')
    const digest = createHash('sha256').update(bytes).digest('hex')
    written.push(digest)
    await files.put(pictureKey(id, digest), bytes)
    return digest
  }
  const whole = async (): Promise<Taken> => {
    if (await disk?.isFull()) throw new Error('there is too little room on the registry’s disk')
    return take(comparison, { keep, known: earlier.filter(({ message }) => message !== LATE), again: isOld, stopping })
  }
  const taken = await whole().catch(({ message }: Error) => ({ pages: earlier, message: `Not taken: ${message}.` }))
  const isFurther = leftOf(taken.pages) < leftOf(earlier)
  const run = { takenAt: new Date(), attempts: isFurther ? 1 : (row?.attempts ?? 0) + 1 }
  // What was ended is no attempt, and begins again at once.
  const { takenAt, attempts } = stopping.aborted ? { takenAt: new Date(), attempts: 0, ...row } : run
  const isNothing = stopping.aborted && taken.pages.length === 0
  const unused = await db.transaction(async (tx) => {
    const isThere = and(eq(release.id, id), isNull(release.removedAt))
    const [still] = await tx.select({ id: release.id }).from(release).where(isThere).for('update')
    const before = await tx.select().from(pagePictures).where(ofRelease(comparison))
    await tx.delete(pagePictures).where(still ? isOf(comparison) : ofRelease(comparison))
    const key = { release: id, live: comparison.live.id, beside: comparison.beside.id }
    if (still && !isNothing) await tx.insert(pagePictures).values({ ...key, ...taken, takenAt, attempts })
    const all = await tx.select().from(pagePictures).where(ofRelease(comparison)).orderBy(desc(pagePictures.takenAt))
    for (const { live, beside } of all.slice(MOST_COMPARISONS))
      await tx
        .delete(pagePictures)
        .where(and(ofRelease(comparison), eq(pagePictures.live, live), eq(pagePictures.beside, beside)))
    const used = digestsOf(all.slice(0, MOST_COMPARISONS))
    return [...new Set([...digestsOf([...before, ...all]), ...written])].filter((digest) => !used.includes(digest))
  })
  for (const digest of unused) await files.delete(pictureKey(id, digest))
  stopping.throwIfAborted()
}

const digestsOf = (rows: Pick<Taken, 'pages'>[]): string[] => [
  ...new Set(
    rows
      .flatMap(({ pages }) => pages.flatMap(({ views }) => views.flatMap(({ candidate, live }) => [candidate, live])))
      .filter((digest) => digest !== null),
  ),
]
