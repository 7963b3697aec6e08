import type { Metrics } from '@marram/server/metrics'
import { z } from 'zod'
import { gauge } from './page-metrics'

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

export function measureDocument(metrics: Metrics, feed: Feed): void {
  gauge(
    metrics,
    'marram_discovery_behind_seconds',
    'Since when the registry has had another discovery document than the one that is served; 0 while it is the same.',
    () => {
      const { since } = feed.state()
      return since === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000)
    },
  )
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
  gauge(
    metrics,
    'marram_registry_reachable',
    '1 while the registry responds, else 0: then its document may be another one.',
    () => Number(feed.reachable),
  )
}

const EVERY_MS = 5000
const ANSWER_MS = 2000

/** Our API's health where it takes no images at the moment. Another host has no such address, or anything there. */
const apiHealth = z.object({ uploads: z.string().regex(/^refused: [a-z ]{1,60}$/) })

/** Whether the API takes images. Asked for in the background, at most every few seconds: the edge's health must not wait for its API. */
export class UploadsHealth {
  private last: z.infer<typeof apiHealth> | undefined
  private askedAt = Number.NEGATIVE_INFINITY
  settled: Promise<void> = Promise.resolve()

  constructor(private readonly apiHost: string) {}

  look(): { uploads?: string } {
    if (performance.now() - this.askedAt >= EVERY_MS) {
      this.askedAt = performance.now()
      this.settled = this.ask()
    }
    return { ...this.last }
  }

  private async ask(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const response = await fetch(`${this.apiHost}/healthz`, { redirect: 'manual', signal })
      this.last = apiHealth.safeParse(await response.json()).data
    } catch {
      // That the API does not respond is logged elsewhere.
      this.last = undefined
    }
  }
}
