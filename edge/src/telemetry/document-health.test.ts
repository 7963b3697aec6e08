import type { EdgeState } from '@marram/release-contract/diagnostics'
import { createMetrics } from '@marram/server/metrics'
import { expect, it } from 'vitest'
import { documentHealth, measureDocument } from './health'

function feedOf(state: Omit<EdgeState, 'id'>, reachable = true) {
  const metrics = createMetrics()
  const feed = { state: () => state, reachable, ageS: 7 }
  measureDocument(metrics, feed)
  return { health: documentHealth(feed), metrics: () => metrics.metrics() }
}

it('an edge that serves the registry’s document is current', async () => {
  const { health, metrics } = feedOf({ served: '"a"', latest: '"a"', revision: 42 })
  expect(health).toEqual({ document: 'current' })
  expect(await metrics()).toMatch(/^marram_discovery_revision 42$/m)
  expect(await metrics()).toMatch(/^marram_discovery_age_seconds 7$/m)
})

it('an edge that serves another document reports since when, and the reason not to anonymous clients', () => {
  const since = new Date(Date.now() - 90_000).toISOString()
  const { health } = feedOf({ served: '"a"', latest: '"b"', since, reason: 'events 2.0.0 throws' })
  expect(health).toEqual({ document: 'behind', since })
})

it('an edge that cannot reach the registry reports an unknown state', () => {
  const { health } = feedOf({ served: '"a"', latest: '"a"' }, false)
  expect(health).toEqual({ document: 'unknown' })
})
