import { listServices } from '@marram/api-contract/home'
import { CONTENT_REVISION } from '@marram/server/data-headers'
import type { Logger } from '@marram/server/log'
import { LongPoll } from '../limits/long-poll'
import { repeat } from '../limits/timing'

/** A revision; null if the host responds and knows none, undefined if it has not responded yet. */
export type Revision = string | null | undefined

/** Our API holds a request for so long while nothing changes. */
const HELD_MS = 10_000
/** How long a response counts that is not followed by a request that is held. */
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
  onChange?: () => void
}

/** Watches the content revision of the API. Our API sends it in the headers of every list; other hosts do not. */
export class ContentWatch {
  revision: Revision
  /** How often the revision has changed. The revision of a restored database may reach an earlier number again. */
  changes = 0
  /** Whether the API, of whichever kind, did not respond the last time. */
  away = false
  private sureUntil = Number.NEGATIVE_INFINITY
  private readonly stopping = new AbortController()
  private readonly polling: LongPoll

  constructor(private readonly settings: Settings) {
    this.polling = new LongPoll({ waitMs: HELD_MS, pollMs: settings.pollMs })
  }

  /** Whether our API has this revision: it holds a request until there is another, or sent it within the last second. */
  get sure(): boolean {
    return performance.now() < this.sureUntil
  }

  async start(): Promise<void> {
    await this.look()
    repeat(
      () => this.look(),
      () => (this.revision === null ? Math.max(this.settings.pollMs, OTHER_HOST_MS) : this.polling.pauseMs),
      this.stopping.signal,
    )
  }

  stop(): void {
    this.stopping.abort()
  }

  async look(): Promise<void> {
    const { apiHost, headers: sent, log } = this.settings
    const askedAt = performance.now()
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS + this.polling.silenceMs), this.stopping.signal])
      const url = apiHost + listServices.path
      const { status, headers } = await fetch(url, {
        method: 'HEAD',
        headers: { ...sent, ...this.polling.headers, ...(this.revision && { [CONTENT_REVISION]: this.revision }) },
        signal,
        redirect: 'manual',
      })
      const revision = headers.get(CONTENT_REVISION)
      if (status >= 500) throw new Error(`the API responded with ${status}`)
      // This response is not from our API.
      if (revision === null && this.revision) throw new Error('the API names no content revision any more')
      const isNews = revision !== this.revision
      if (isNews) this.changes += 1
      this.revision = revision
      if (isNews) this.settings.onChange?.()
      const now = performance.now()
      this.polling.responded(headers.get('preference-applied'), { tookMs: now - askedAt, isNews })
      const { silenceMs } = this.polling
      this.sureUntil = (silenceMs > 0 ? now + silenceMs : askedAt) + SURE_MS
      if (this.away) log.info('the API responds again')
      this.away = false
    } catch (error) {
      if (this.stopping.signal.aborted) return
      this.polling.failed()
      this.sureUntil = Math.min(this.sureUntil, performance.now() + SURE_MS)
      const { message, cause } = error as Error
      const reason = (cause instanceof Error && cause.message) || message
      if (!this.away) log.warn({ reason }, 'the content revision of the API cannot be read')
      this.away = true
    }
  }
}
