import type { Metrics } from '@marram/server/metrics'
import { Gauge } from 'prom-client'
import type { DiscoveryFeed, FeedState } from '../releases/discovery-feed'

type Feed = Pick<DiscoveryFeed, 'state' | 'reachable'>

/**
 * Whether the edge serves what the registry says now. For everybody who may ask for the edge's health, so without the
 * reason, which names releases: the log has it, and the registry's status.
 */
export function documentHealth(feed: Feed): { document: 'current' | 'behind' | 'unknown'; since?: string } {
  const { since } = feed.state()
  if (since !== undefined) return { document: 'behind', since }
  return { document: feed.reachable ? 'current' : 'unknown' }
}

export function measureDocument(metrics: Metrics, feed: Feed): void {
  const registers = [metrics]
  new Gauge({
    name: 'marram_discovery_behind_seconds',
    help: 'Since when the registry has had another discovery document than the one that is served; 0 while it is the same.',
    registers,
    collect() {
      this.set(secondsBehind(feed.state()))
    },
  })
  new Gauge({
    name: 'marram_registry_reachable',
    help: '1 while the registry answers, else 0: then nobody here knows whether its document is another one.',
    registers,
    collect() {
      this.set(Number(feed.reachable))
    },
  })
}

const secondsBehind = ({ since }: FeedState): number =>
  since === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000)
