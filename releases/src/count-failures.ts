import { countKinds, createMetrics, type Metrics } from '@marram/server/metrics'

/** The store of files; a whole round of what the registry does by itself, or that of one part. */
const kinds = ['storage', 'round', 'strategy', 'judgement', 'gate'] as const

export type CountFailure = (kind: (typeof kinds)[number]) => void

/** What the log tells of one by one: nobody waits for most of it, so no answer shows it. */
export const countFailures = (metrics: Metrics = createMetrics()): CountFailure =>
  countKinds(metrics, {
    name: 'marram_registry_failures_total',
    help: 'What failed at the registry: the store of files, or what it does by itself (a round, a strategy, a judgement, the gate).',
    kinds,
  })
