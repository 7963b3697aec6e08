import { gauge, type Metrics } from '@marram/server/metrics'

type Feed = {
  state: () => { since?: string; revision?: number | undefined }
  readonly reachable: boolean
  readonly ageS: number
}

/** Whether the edge serves the registry's document of now. Without the reason, which names releases: the log and the registry have it. */
export function documentHealth(feed: Omit<Feed, 'ageS'>): {
  document: 'current' | 'behind' | 'unknown'
  since?: string
} {
  const { since } = feed.state()
  if (since !== undefined) return { document: 'behind', since }
  return { document: feed.reachable ? 'current' : 'unknown' }
}

export function measureDocument(metrics: Metrics, feed: Omit<Feed, 'reachable'>): void {
  gauge(
    metrics,
    'marram_discovery_age_seconds',
    'For how long it has not been known that the served discovery document is the newest: the registry is away, or another one cannot be served.',
    () => feed.ageS,
  )
  gauge(
    metrics,
    'marram_discovery_revision',
    'Revision of the environment when the served discovery document was read last; 0 where it was read from this disk.',
    () => feed.state().revision ?? 0,
  )
}
