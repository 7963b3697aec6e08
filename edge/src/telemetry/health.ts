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

type OfTrust = { state: () => { version: number; expires: string; isExpired: boolean } | undefined }

/** Whether releases have to be signed here, and new ones are taken. `behind`: another one is named, and cannot be taken. */
export function trustHealth(trust: OfTrust & { readonly problem: string | undefined }): {
  trust: 'none' | 'current' | 'behind' | 'expired'
} {
  const state = trust.state()
  if (state?.isExpired) return { trust: 'expired' }
  if (trust.problem !== undefined) return { trust: 'behind' }
  return { trust: state ? 'current' : 'none' }
}

export function measureTrust(metrics: Metrics, trust: OfTrust): void {
  gauge(metrics, 'marram_trust_version', 'Version of the trust.json of this edge; 0 without any.', () => {
    return trust.state()?.version ?? 0
  })
  gauge(
    metrics,
    'marram_trust_expires_seconds',
    'In how many seconds the trust.json of this edge expires; from 0 on it takes no new release. Infinity without any.',
    () => {
      const state = trust.state()
      return state ? (Date.parse(state.expires) - Date.now()) / 1000 : Number.POSITIVE_INFINITY
    },
  )
}
