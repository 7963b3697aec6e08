import type { Logger } from '@marram/server/log'
import type { CountFailure } from './count-failures'
import type { ReleasesDatabase } from './database'
import type { Gate } from './gate/gate'

/** What changes of what is live are made with. */
export type Desk = {
  db: ReleasesDatabase
  gate: Gate
  /** The time of day, which tests set. */
  now: () => Date
}

/** What the registry does by itself it can tell nobody: what fails goes into the log, and is counted. */
export type LoggingDesk = Desk & { log: Logger; countFailure: CountFailure }
