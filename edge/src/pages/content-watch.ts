import { listServices } from '@marram/api-contract/home'
import type { Logger } from '@marram/server/log'
import { repeat } from '../limits/timing'

/** A revision; null where the host responds and knows none, undefined where it has not responded yet. */
export type Revision = string | null | undefined

/** A response counts for so long: changes show within a second. */
const SURE_MS = 1000
const TIMEOUT_MS = 1000
/** Another host is asked seldom, in case it becomes ours. */
const OTHER_HOST_MS = 5000

/** Watches which content the API has. Ours names its revision in the headers of every list; another host names none. */
export class ContentWatch {
  revision: Revision
  /** How often another revision was seen. A restored database may count once more to where it had been. */
  changes = 0
  /** Whether the API, of whichever kind, did not respond the last time. */
  away = false
  private sureAt = Number.NEGATIVE_INFINITY
  stop = () => {}

  constructor(private readonly settings: { apiHost: string; pollMs: number; log: Pick<Logger, 'info' | 'warn'> }) {}

  /** Whether our API has named this revision within the last second. */
  get sure(): boolean {
    return performance.now() - this.sureAt < SURE_MS
  }

  async start(): Promise<void> {
    await this.look()
    const { pollMs } = this.settings
    this.stop = repeat(
      () => this.look(),
      () => (this.revision === null ? Math.max(pollMs, OTHER_HOST_MS) : pollMs),
    )
  }

  async look(): Promise<void> {
    const { apiHost, log } = this.settings
    const askedAt = performance.now()
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const url = apiHost + listServices.path
      const { status, headers } = await fetch(url, { method: 'HEAD', signal, redirect: 'manual' })
      const revision = headers.get('x-content-revision')
      if (status >= 500) throw new Error(`it answers ${status}`)
      // This is not the response of our API.
      if (revision === null && this.revision) throw new Error('it names no content revision any more')
      if (revision !== this.revision) this.changes += 1
      this.revision = revision
      this.sureAt = askedAt
      if (this.away) log.info('the API answers again')
      this.away = false
    } catch (error) {
      const { message, cause } = error as Error
      const reason = (cause instanceof Error && cause.message) || message
      if (!this.away) log.warn({ reason }, 'the API cannot be asked for its revision')
      this.away = true
    }
  }
}
