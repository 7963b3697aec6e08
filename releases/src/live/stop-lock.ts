import { endings, type StopKind } from '@marram/release-contract/calls/stops'
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { event, release, type stop } from '../schema'
import { type EnvironmentRow, rolloutsOf } from './live'

type About = { environment: string; kind: StopKind; part?: string | undefined }
type Situation = { environment: EnvironmentRow; now: typeof stop.$inferSelect | undefined }

/**
 * An optimistic lock: of two who stop the same, or end it, the second is refused with what the first one did. The revision is the environment's, as
 * a stop has none once it is over; what else has changed since then stands in nobody's way, least of all in a kill's.
 */
export async function refuseOutdatedStop(
  tx: ReleasesTransaction,
  { environment, kind, part }: About,
  seen: number,
  { environment: { revision }, now }: Situation,
): Promise<void> {
  if (seen > revision) throw new Refusal('conflict', `${environment} has no revision ${seen} yet.`, { revision })
  const [last] = await tx
    .select({ id: event.id, at: event.at, action: event.action, actor: event.actor, detail: event.detail })
    .from(event)
    .where(
      and(
        eq(event.environment, environment),
        eq(event.refused, false),
        inArray(event.action, [kind, endings[kind]]),
        part === undefined ? isNull(event.part) : eq(event.part, part),
        sql`(${event.detail} ->> 'revision')::int > ${seen}`,
      ),
    )
    .orderBy(desc(event.id))
    .limit(1)
  if (!last) return
  const { detail: _, ...about } = last
  const what = `${part === undefined ? environment : `${part} in ${environment}`} is`
  const end = now?.until ? ` until ${now.until.toISOString()}` : ''
  const situation = now ? `${what} ${words[kind]}${end}: ${now.reason}` : `${what} not ${words[kind]} any more`
  throw new Refusal(
    'conflict',
    `${last.actor ?? 'Somebody'} changed it in the meantime: ${situation} (revision ${revision}, not ${seen}).`,
    { revision, last: { ...about, at: last.at.toISOString() } },
  )
}

const words = { kill: 'killed', freeze: 'frozen', lock: 'locked' } as const satisfies Record<StopKind, string>

/**
 * A name that is mistyped must not look like a part that was stopped. A part can be locked before it is live anywhere,
 * and whatever was published once can be published again.
 */
export async function refuseUnknown(tx: ReleasesTransaction, { environment, kind, part }: About): Promise<void> {
  if (part === undefined || kind === 'freeze') return
  if (kind === 'kill') {
    const live = (await rolloutsOf(tx, environment)).map((row) => row.part)
    if (live.includes(part)) return
    const there = live.length === 0 ? 'Nothing is live there.' : `Live there: ${live.join(', ')}.`
    throw new Refusal('not-found', `${part} is not live in ${environment}. ${there}`)
  }
  const rows = await tx
    .selectDistinct({ part: release.part })
    .from(release)
    .where(isNotNull(release.completedAt))
    .orderBy(release.part)
  const published = rows.map((row) => row.part)
  if (published.includes(part)) return
  const there = published.length === 0 ? 'Nothing is published yet.' : `Published: ${published.join(', ')}.`
  throw new Refusal('not-found', `${part} was never published. ${there}`)
}
