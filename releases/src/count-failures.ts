import { countKinds, createMetrics, type Metrics } from '@marram/server/metrics'

/** The store of files; all scheduled jobs at once (`round`), or the one of a single part. */
const kinds = ['storage', 'round', 'strategy', 'judgement', 'gate'] as const

export type CountFailure = (kind: (typeof kinds)[number]) => void

/** Failures that no response shows, as nobody waits for most of them. Each is in the log. */
export const countFailures = (metrics: Metrics = createMetrics()): CountFailure =>
  countKinds(metrics, {
    name: 'marram_registry_failures_total',
    help: 'What failed at the registry: the store of files, or its scheduled jobs (a round of them, a strategy, a judgement, the gate).',
    kinds,
  })
