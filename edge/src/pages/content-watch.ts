import { listServices } from '@marram/api-contract/home'
import type { Logger } from '@marram/server/log'

/** A revision; null where the host responds and knows none, undefined where it has not responded yet. */
export type Revision = string | null | undefined

type Settings = { apiHost: string; pollMs: number; log: Pick<Logger, 'info' | 'warn'>; now?: () => number }

/** So long what was learnt counts as true: changes show within a second. */
const SURE_MS = 1000
const ANSWER_MS = 1000
/** Another host is not pestered. It is asked again in case it becomes ours. */
const OTHER_HOST_MS = 5000

/**
 * Knows which content the API has. Our API names its content revision with every list, so the headers of a short one
 * are asked for again and again; another host names none.
 */
export class ContentWatch {
  private known: Revision
  private seen = 0
  private sureAt = Number.NEGATIVE_INFINITY
  private timer: NodeJS.Timeout | undefined
  private stopped = false
  private reachable = true
  private readonly now: () => number

  constructor(private readonly settings: Settings) {
    this.now = settings.now ?? (() => performance.now())
  }

  get revision(): Revision {
    return this.known
  }

  /** How often another revision was seen. A database that was put back may count once more to where it had been. */
  get changes(): number {
    return this.seen
  }

  /** Whether our API has said within the last second that this is its revision. */
  get sure(): boolean {
    return this.now() - this.sureAt < SURE_MS
  }

  /** Whether the API, of whichever kind, could not be asked when it was asked last. */
  get away(): boolean {
    return !this.reachable
  }

  /** Resolves after the first attempt. */
  async start(): Promise<void> {
    await this.look()
    this.schedule()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private schedule(): void {
    if (this.stopped) return
    const { pollMs } = this.settings
    const waitMs = this.known === null ? Math.max(pollMs, OTHER_HOST_MS) : pollMs
    this.timer = setTimeout(() => this.look().finally(() => this.schedule()), waitMs)
  }

  /** Asks once. */
  async look(): Promise<void> {
    const { apiHost, log } = this.settings
    const askedAt = this.now()
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const ask = { method: 'HEAD', signal, redirect: 'manual' } as const
      const { status, headers } = await fetch(apiHost + listServices.path, ask)
      const revision = headers.get('x-content-revision')
      if (status >= 500) throw new Error(`it answers ${status}`)
      // What responded instead is not our API.
      if (revision === null && this.known) throw new Error('it names no content revision any more')
      if (revision !== this.known) this.seen += 1
      this.known = revision
      this.sureAt = askedAt
      if (!this.reachable) log.info('the API answers again')
      this.reachable = true
    } catch (error) {
      if (this.reachable) log.warn({ reason: reasonOf(error as Error) }, 'the API cannot be asked for its revision')
      this.reachable = false
    }
  }
}

const reasonOf = ({ message, cause }: Error) => (cause instanceof Error && cause.message) || message
