import { listServices } from '@marram/api-contract/home'
import type { Logger } from '@marram/server/log'
import { repeat } from '../limits/timing'

/** A revision; null if the host responds and knows none, undefined if it has not responded yet. */
export type Revision = string | null | undefined

/** How long a response counts: changes show within a second. */
const SURE_MS = 1000
const TIMEOUT_MS = 1000
/** Other API hosts are polled rarely, in case ours replaces them. */
const OTHER_HOST_MS = 5000

type Settings = {
  apiHost: string
  /** Headers of each call. */
  headers: Record<string, string>
  pollMs: number
  log: Pick<Logger, 'info' | 'warn'>
}

/** Watches the content revision of the API. Our API sends it in the headers of every list; other hosts do not. */
export class ContentWatch {
  revision: Revision
  /** How often the revision has changed. The revision of a restored database may reach an earlier number again. */
  changes = 0
  /** Whether the API, of whichever kind, did not respond the last time. */
  away = false
  private sureAt = Number.NEGATIVE_INFINITY
  stop = () => {}

  constructor(private readonly settings: Settings) {}

  /** Whether our API has sent this revision within the last second. */
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
    const { apiHost, headers: sent, log } = this.settings
    const askedAt = performance.now()
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const url = apiHost + listServices.path
      const { status, headers } = await fetch(url, { method: 'HEAD', headers: sent, signal, redirect: 'manual' })
      const revision = headers.get('x-content-revision')
      if (status >= 500) throw new Error(`the API responded with ${status}`)
      // This response is not from our API.
      if (revision === null && this.revision) throw new Error('the API names no content revision any more')
      if (revision !== this.revision) this.changes += 1
      this.revision = revision
      this.sureAt = askedAt
      if (this.away) log.info('the API responds again')
      this.away = false
    } catch (error) {
      const { message, cause } = error as Error
      const reason = (cause instanceof Error && cause.message) || message
      if (!this.away) log.warn({ reason }, 'the content revision of the API cannot be read')
      this.away = true
    }
  }
}
