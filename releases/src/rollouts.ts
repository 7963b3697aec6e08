import { randomBytes } from 'node:crypto'
import { compositionId } from '@marram/contracts/resolve'
import { and, eq, sql } from 'drizzle-orm'
import { record } from './audit'
import { type Problem, problemsBeside } from './compatibility'
import type { ReleasesDatabase, ReleasesTransaction } from './database'
import { type KnownRelease, type KnownReleases, type Rollout, readReleases, releaseKey, rolloutsOf } from './live'
import { Refusal } from './refusal'
import { composition, environment, rollout, type Step } from './schema'

export type Change = {
  environment: string
  part: string
  by: string
  reason?: string | undefined
  /** Revision of the rollout that the caller has seen; without it, the one that is there when the call arrives. */
  revision?: number | undefined
}

export type Changed = {
  environment: string
  part: string
  version: string
  /** What was live before; null for a part's first time. */
  previous: string | null
  revision: number
  composition: string
  changed: boolean
}

/** More steps back than this nobody goes. */
const REMEMBERED = 50

/** Makes a version live for everyone. */
export const promote = (db: ReleasesDatabase, change: Change & { version: string }) =>
  changeLive(db, 'promote', change, (current) =>
    current?.stable === change.version ? current.history : [...(current?.history ?? []), step(change)],
  )

/**
 * Goes back to what was live before, or further back to `version`. A step that was taken back is forgotten,
 * so that rolling back twice goes two steps back instead of to and fro.
 */
export const rollBack = (db: ReleasesDatabase, change: Change & { version?: string | undefined }) =>
  changeLive(db, 'rollback', change, (current) => earlierHistory(current, change))

const step = ({ version, by }: { version: string; by: string }): Step => ({ version, at: new Date().toISOString(), by })

function earlierHistory(current: Rollout | undefined, change: Change & { version?: string | undefined }): Step[] {
  const { part, version, environment } = change
  if (!current) throw new Refusal('not-found', `${part} is not live in ${environment}: there is nothing to roll back.`)
  if (version === current.stable) return current.history
  const before = current.history.slice(0, -1)
  const target = version === undefined ? before.length - 1 : before.findLastIndex((past) => past.version === version)
  if (target >= 0) return before.slice(0, target + 1)
  if (version !== undefined)
    throw new Refusal(
      'conflict',
      `${part} ${version} was not live in ${environment} before ${current.stable}. To make it live, promote it.`,
    )
  throw new Refusal(
    'conflict',
    `${part} ${current.stable} is the first version in ${environment}: there is none to go back to.`,
  )
}

type Action = 'promote' | 'rollback'

async function changeLive(
  db: ReleasesDatabase,
  action: Action,
  change: Change,
  next: (current: Rollout | undefined) => Step[],
): Promise<Changed> {
  const { part } = change
  const seen = change.revision ?? (await revisionOf(db, change))
  return db.transaction(async (tx) => {
    await lockEnvironment(tx, change.environment)
    const rollouts = await rolloutsOf(tx, change.environment)
    const current = rollouts.find((one) => one.part === part)
    refuseOverlap(change, seen, current)
    const history = next(current).slice(-REMEMBERED)
    const version = (history.at(-1) as Step).version
    const live = Object.fromEntries(rollouts.map((one) => [one.part, one.stable]))
    const answer = { environment: change.environment, part, version, previous: current?.stable ?? null }
    if (current?.stable === version)
      return { ...answer, revision: current.revision, composition: compositionId(live), changed: false }

    await refuseProblems(tx, change, version, live)
    const revision = await writeRollout(tx, change, history)
    const id = await writeComposition(tx, { ...live, [part]: version })
    const { by: actor, reason, environment } = change
    const detail = { previous: answer.previous, revision }
    await record(tx, { action, actor, environment, part, version, composition: id, reason, detail })
    return { ...answer, revision, composition: id, changed: true }
  })
}

async function revisionOf(db: ReleasesDatabase, change: Change): Promise<number> {
  const [row] = await db
    .select({ revision: rollout.revision })
    .from(rollout)
    .where(and(eq(rollout.environment, change.environment), eq(rollout.part, change.part)))
  return row?.revision ?? 0
}

/** Everything that is live in an environment must go together, so its changes run one after the other. */
async function lockEnvironment(tx: ReleasesTransaction, name: string): Promise<void> {
  const locked = await tx
    .select({ name: environment.name })
    .from(environment)
    .where(eq(environment.name, name))
    .for('update')
  if (locked.length === 0) throw new Refusal('not-found', `There is no environment ${name}.`)
}

function refuseOverlap({ part, environment }: Change, seen: number, current: Rollout | undefined): void {
  const revision = current?.revision ?? 0
  if (revision === seen) return
  const now = current
    ? `${part} is at ${current.stable} in ${environment} now`
    : `${part} is not live in ${environment}`
  throw new Refusal('conflict', `Somebody changed it in the meantime: ${now} (revision ${revision}, not ${seen}).`, {
    revision,
    stable: current?.stable ?? null,
  })
}

async function refuseProblems(tx: ReleasesTransaction, change: Change, version: string, live: Record<string, string>) {
  const { part, environment } = change
  const together = { ...live, [part]: version }
  const releases = await readReleases(
    tx,
    Object.entries(together).map(([part, version]) => ({ part, version })),
  )
  const release = releases.get(releaseKey(part, version))
  if (!release) throw new Refusal('not-found', `There is no complete release ${part} ${version}. Publish it first.`)
  const problems = problemsBeside(release.manifest, manifests(releases, together))
  if (problems.length === 0) return
  throw new Refusal('refused', `${part} ${version} cannot go live in ${environment}: ${sentences(problems)}`, {
    problems,
  })
}

const manifests = (releases: KnownReleases, versions: Record<string, string>) =>
  Object.entries(versions).map(([part, version]) => (releases.get(releaseKey(part, version)) as KnownRelease).manifest)

const sentences = (problems: Problem[]) => problems.map(({ message }) => message).join(' ')

async function writeRollout(tx: ReleasesTransaction, change: Change, history: Step[]): Promise<number> {
  const stable = (history.at(-1) as Step).version
  const live = { stable, history, candidate: null, traffic: 0, changedAt: new Date() }
  const [written] = await tx
    .insert(rollout)
    .values({ environment: change.environment, part: change.part, salt: randomBytes(8).toString('hex'), ...live })
    .onConflictDoUpdate({
      target: [rollout.environment, rollout.part],
      set: { ...live, revision: sql`${rollout.revision} + 1` },
    })
    .returning({ revision: rollout.revision })
  const grown = { revision: sql`${environment.revision} + 1` }
  await tx.update(environment).set(grown).where(eq(environment.name, change.environment))
  return (written as { revision: number }).revision
}

async function writeComposition(tx: ReleasesTransaction, versions: Record<string, string>): Promise<string> {
  const id = compositionId(versions)
  await tx.insert(composition).values({ id, versions }).onConflictDoNothing()
  return id
}
