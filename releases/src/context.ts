import type { FreeDisk } from '@marram/server/free-disk'
import type { Logger } from '@marram/server/log'
import { countKinds, createMetrics, type Metrics } from '@marram/server/metrics'
import type { ReleasesDatabase } from './database'
import { Gate } from './gate/gate'
import type { Trial } from './gate/trial'
import type { ReleaseFiles } from './storage'

type RegistrySettings = {
  db: ReleasesDatabase
  files: ReleaseFiles
  log: Logger
  trial: Trial
  /** Opens pages in a browser; undefined where there is none. */
  browserTrial?: Trial | undefined
  /** 1 (quick) to 11 (small, and the standard). */
  brotliQuality?: number
  metrics?: Metrics
  /** Where previews of which environment are opened, if that is known. */
  previews?: { url: string; environment: string } | undefined
  /** How many milliseconds it goes on serving once it has to end. */
  drainMs?: number
  /** The time of day, which tests set. */
  now?: (() => Date) | undefined
  /** Where files and database are. */
  disk?: FreeDisk | undefined
}

/** The store of files; all scheduled jobs at once (`round`), or the one of a single part. */
const failures = ['storage', 'round', 'strategy', 'judgement', 'gate'] as const

/** What all calls and scheduled jobs work with. */
export function openRegistry({ now = () => new Date(), metrics = createMetrics(), ...settings }: RegistrySettings) {
  /** Counts failures that no response shows, as most of them have no caller. Each is in the log. */
  const countFailure = countKinds(metrics, {
    name: 'marram_registry_failures_total',
    help: 'What failed at the registry: the store of files, or its scheduled jobs (a round of them, a strategy, a judgement, the gate).',
    kinds: failures,
  })
  const gate = new Gate({ ...settings, countFailure: () => countFailure('gate') })
  return { ...settings, now, metrics, countFailure, gate }
}

export type RegistryContext = ReturnType<typeof openRegistry>
