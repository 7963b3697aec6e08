import { endings, type StopKind, stopped } from '@marram/release-contract/calls/stops'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { event, type stop } from '../schema'
import type { Change } from './change'
import { type EnvironmentRow, type Rollout, revisionOf, rolloutRows } from './live'

// Of two concurrent changes, the second is refused, with a description of the first.

/** The revision of the part's rollout, 0 if there is none; that of the environment for a change of it as a whole. */
export async function seenRevision(db: Db, { environment, part }: Change): Promise<number> {
  if (part === undefined) return revisionOf(db, environment)
  return (await rolloutRows(db, environment)).find((row) => row.part === part)?.revision ?? 0
}

type Now = { environment: EnvironmentRow; rows: Rollout[] }

/** Refuses a change of live versions if the revision is not `seen` any more. */
export async function refuseOutdated(tx: ReleasesTransaction, change: Change, seen: number, now: Now): Promise<void> {
  const { environment, part } = change
  const current = now.rows.find((row) => row.part === part)
  const revision = part === undefined ? now.environment.revision : (current?.revision ?? 0)
  if (revision === seen) return
  const last = await lastEvent(tx, environment, part === undefined ? undefined : eq(event.part, part))
  throw outdated(last, situation(change, current), seen, {
    revision,
    ...(part !== undefined && {
      stable: current?.live ? current.stable : null,
      candidate: current?.candidate ?? null,
      traffic: current?.traffic ?? 0,
    }),
    environment,
  })
}

function situation({ environment, part }: Change, current: Rollout | undefined): string {
  if (part === undefined) return `${environment} is not what it was`
  if (!current?.live) return `${part} is not live in ${environment}`
  const candidate = current.candidate === null ? '' : `, with ${current.candidate} for ${current.traffic} %`
  return `${part} is at ${current.stable} in ${environment} now${candidate}`
}

export type StopAbout = { environment: string; kind: StopKind; part?: string | undefined }

/** Refuses a change of a stop that has changed since `seen`; other changes of the environment do not matter. */
export async function refuseOutdatedStop(
  tx: ReleasesTransaction,
  { environment, kind, part }: StopAbout,
  seen: number,
  { revision, now }: { revision: number; now: typeof stop.$inferSelect | undefined },
): Promise<void> {
  if (seen > revision) throw new Refusal('conflict', `${environment} has no revision ${seen} yet.`, { revision })
  const later = and(
    inArray(event.action, [kind, endings[kind]]),
    part === undefined ? isNull(event.part) : eq(event.part, part),
    sql`(${event.detail} ->> 'revision')::int > ${seen}`,
  )
  const last = await lastEvent(tx, environment, later)
  if (!last) return
  const what = `${part === undefined ? environment : `${part} in ${environment}`} is`
  const end = now?.until ? ` until ${now.until.toISOString()}` : ''
  const situation = now ? `${what} ${stopped[kind]}${end}: ${now.reason}` : `${what} not ${stopped[kind]} any more`
  throw outdated(last, situation, seen, { revision })
}

async function lastEvent(tx: ReleasesTransaction, environment: string, condition: SQL | undefined) {
  const { id, at, action, actor, version } = event
  const [last] = await tx
    .select({ id, at, action, actor, version })
    .from(event)
    .where(and(eq(event.environment, environment), eq(event.refused, false), condition))
    .orderBy(desc(id))
    .limit(1)
  return last
}

function outdated(
  last: Awaited<ReturnType<typeof lastEvent>>,
  situation: string,
  seen: number,
  now: { revision: number; [field: string]: unknown },
): Refusal {
  const message = `${last?.actor ?? 'Somebody'} changed it in the meantime: ${situation} (revision ${now.revision}, not ${seen}).`
  return new Refusal('conflict', message, { ...now, ...(last && { last: { ...last, at: last.at.toISOString() } }) })
}
