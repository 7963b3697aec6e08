import type { StopKind } from '@marram/release-contract/calls/stops'
import { isNotNull } from 'drizzle-orm'
import type { ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { release } from '../schema'
import { rolloutsOf } from './live'

type About = { environment: string; kind: StopKind; part?: string | undefined }

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
