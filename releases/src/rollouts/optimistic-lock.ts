import { and, desc, eq } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import type { Change } from '../live/change'
import { type EnvironmentRow, type Rollout, revisionOf } from '../live/live'
import { Refusal } from '../refusal'
import { event, rollout } from '../schema'

/** Of the part's rollout, 0 where there is none; of the environment for a change of it as a whole. */
export async function seenRevision(db: ReleasesDatabase, { environment, part }: Change): Promise<number> {
  if (part === undefined) return revisionOf(db, environment)
  const [row] = await db
    .select({ revision: rollout.revision })
    .from(rollout)
    .where(and(eq(rollout.environment, environment), eq(rollout.part, part)))
  return row?.revision ?? 0
}

type Now = { environment: EnvironmentRow; rows: Rollout[] }

/** An optimistic lock: of two who change the same at once, the second is refused with what the first one did. */
export async function refuseOutdated(tx: ReleasesTransaction, change: Change, seen: number, now: Now): Promise<void> {
  const { environment, part } = change
  const current = now.rows.find((row) => row.part === part)
  const revision = part === undefined ? now.environment.revision : (current?.revision ?? 0)
  if (revision === seen) return
  const last = await lastChange(tx, change)
  const who = last?.actor ? `${last.actor} changed it` : 'Somebody changed it'
  throw new Refusal(
    'conflict',
    `${who} in the meantime: ${situation(change, current)} (revision ${revision}, not ${seen}).`,
    {
      revision,
      ...(part !== undefined && {
        stable: current?.live ? current.stable : null,
        candidate: current?.candidate ?? null,
        traffic: current?.traffic ?? 0,
      }),
      ...(last && { last: { ...last, at: last.at.toISOString() } }),
      environment,
    },
  )
}

function situation({ environment, part }: Change, current: Rollout | undefined): string {
  if (part === undefined) return `${environment} is not what it was`
  if (!current?.live) return `${part} is not live in ${environment}`
  const candidate = current.candidate === null ? '' : `, with ${current.candidate} for ${current.traffic} %`
  return `${part} is at ${current.stable} in ${environment} now${candidate}`
}

async function lastChange(tx: ReleasesTransaction, { environment, part }: Change) {
  const [last] = await tx
    .select({ id: event.id, at: event.at, action: event.action, actor: event.actor, version: event.version })
    .from(event)
    .where(
      and(
        eq(event.environment, environment),
        eq(event.refused, false),
        part === undefined ? undefined : eq(event.part, part),
      ),
    )
    .orderBy(desc(event.id))
    .limit(1)
  return last
}
