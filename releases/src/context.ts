import type { FreeDisk } from '@marram/server/free-disk'
import { HeldRequests } from '@marram/server/held-requests'
import type { Logger } from '@marram/server/log'
import type { MailTransport } from '@marram/server/mail'
import { countKinds, createMetrics, type Metrics } from '@marram/server/metrics'
import type { ReleasesDatabase } from './database'
import { Gate } from './gate/gate'
import type { TakePictures } from './gate/picture-trial'
import type { Trial } from './gate/trial'
import type { ReleaseFiles } from './storage'

type RegistrySettings = {
  db: ReleasesDatabase
  files: ReleaseFiles
  log: Logger
  trial: Trial
  /** Opens pages in a browser; undefined if there is none. */
  browserTrial?: Trial | undefined
  /** Takes pictures of pages in that browser. */
  takePictures?: TakePictures | undefined
  /** 1 (quick) to 11 (small, and the standard). */
  brotliQuality?: number
  metrics?: Metrics
  /** The origin of previews and their environment, if known. */
  previews?: { url: string; environment: string } | undefined
  /** Where people open the console, for links in mails. */
  consoleUrl?: string | undefined
  /** Undefined if it sends no mail. */
  mail?: MailTransport | undefined
  /** Whether webhooks may go into the network of this machine, and by http. */
  internalWebhooks?: boolean
  /** How many milliseconds it still responds while it is stopping. */
  drainMs?: number
  /** After how many days without a successful rehearsal of this environment's rollback that is reported; 0 for never. */
  rehearsing?: { days: number; of: string }
  /** The current time; set by tests. */
  now?: (() => Date) | undefined
  /** Where files and database are. */
  disk?: FreeDisk | undefined
}

/** The file store; a run of all scheduled jobs (`scheduled-job`), or the job of a single part. */
const failures = ['storage', 'scheduled-job', 'strategy', 'verdict', 'gate'] as const

/** What all calls and scheduled jobs work with. */
export function openRegistry({
  now = () => new Date(),
  metrics = createMetrics(),
  internalWebhooks = false,
  rehearsing = { days: 0, of: 'production' },
  ...settings
}: RegistrySettings) {
  /** Counts failures that no response reports, as most of them have no caller. Each is logged. */
  const countFailure = countKinds(metrics, {
    name: 'marram_registry_failures_total',
    help: 'Failures of the registry: the file store, a run of its scheduled jobs, a strategy, a verdict on a candidate, or the gate.',
    kinds: failures,
  })
  const countNotification = countKinds(metrics, {
    name: 'marram_notifications_total',
    help: 'Attempts to send a webhook or a mail about a change, by outcome.',
    kinds: ['sent', 'failed'] as const,
  })
  const gate = new Gate({ ...settings, countFailure: () => countFailure('gate') })
  /** By environment. */
  const held = new HeldRequests()
  return { ...settings, now, metrics, internalWebhooks, rehearsing, countFailure, countNotification, gate, held }
}

export type RegistryContext = ReturnType<typeof openRegistry>
