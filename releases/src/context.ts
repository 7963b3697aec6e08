import type { Logger } from '@marram/server/log'
import type { Metrics } from '@marram/server/metrics'
import { type CountFailure, countFailures } from './count-failures'
import type { ReleasesDatabase } from './database'
import { EverLive } from './discovery/ever-live'
import { Gate } from './gate/gate'
import type { Trial } from './gate/server-trial'
import type { ReleaseFiles } from './storage'

type RegistrySettings = {
  db: ReleasesDatabase
  files: ReleaseFiles
  log: Logger
  /** Runs server builds before they may go live. */
  trial: Trial
  /** 1 (quick) to 11 (small, and the standard). */
  brotliQuality?: number
  metrics?: Metrics
  /** How long it goes on serving once it has to end. */
  drainMs?: number
}

/** What all calls and scheduled jobs work with. */
export type RegistryContext = RegistrySettings & {
  gate: Gate
  everLive: EverLive
  countFailure: CountFailure
  /** The time of day, which tests set. */
  now: () => Date
}

export function openRegistry({
  now = () => new Date(),
  ...settings
}: RegistrySettings & { now?: () => Date }): RegistryContext {
  const countFailure = countFailures(settings.metrics)
  const everLive = new EverLive(settings.db)
  return { ...settings, now, countFailure, everLive, gate: new Gate({ ...settings, countFailure }) }
}
