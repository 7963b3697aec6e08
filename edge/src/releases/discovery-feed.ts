import fs from 'node:fs/promises'
import path from 'node:path'
import { type DiscoveryDocument, discoveryDocument } from '@marram/release-contract/discovery'
import type { Logger } from '@marram/server/log'
import { rawGet } from './http-get'
import { writeAtomically } from './release-store'

type Fresh = { document: DiscoveryDocument; body: Buffer; etag: string | undefined; seenAt: Date }
/** What this edge serves, and the newest document that it has seen, each by its etag. */
export type FeedState = { served?: string | undefined; latest?: string | undefined; since?: string; reason?: string }

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** Longer than the mark waits: an answer that is slow is still the newest there is. */
const ANSWER_MS = 3000
/** So long past its time a question may go without an answer: changes show within a second. */
const SURE_MS = 1000

/**
 * Follows the registry's discovery document. What was last seen is kept on disk: with the registry down, running edges
 * and starting ones go on with it. It goes on asking while a document is being taken, so that one which takes long, or
 * never comes to an end, keeps no later one back.
 */
export class DiscoveryFeed {
  /** What is served. */
  private served: Fresh | undefined
  /** The newest that was seen. */
  private latest: Fresh | undefined
  /** Why the newest is not served. */
  private refused: { reason: string; waitMs: number; notBefore: number } | undefined
  private taking: { fresh: Fresh; done: Promise<boolean> } | undefined
  /** One document at a time is written, always the one that is served then. */
  private keeping: Promise<void> = Promise.resolve()
  /** What is used and could not be written to disk. */
  private unkept: Buffer | undefined
  private timer: NodeJS.Timeout | undefined
  private stopped = false
  private answered = true
  /** When the last question that was answered well was asked. */
  private sureAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly settings: { url: string; folder: string; pollMs: number; log: Logger },
    /** A document is served once this resolves. Rejects with `Superseded` where a newer one was taken meanwhile. */
    private readonly onChange: (document: DiscoveryDocument) => Promise<void>,
  ) {}

  private get file() {
    return path.join(this.settings.folder, 'discovery.json')
  }

  /** Whether the registry answered when it was last asked, and lately: one that hangs gives no answer at all. */
  get reachable(): boolean {
    return this.answered && performance.now() - this.sureAt < this.settings.pollMs + SURE_MS
  }

  /** `since` and `reason`: since when another document than the served one is known, and why it is not served. */
  state(): FeedState {
    const { served, latest } = this
    const both = { served: served?.etag, latest: latest?.etag }
    if (!latest || latest === served) return both
    return { ...both, since: latest.seenAt.toISOString(), reason: this.refused?.reason ?? 'it is still being opened' }
  }

  /** Resolves after the first attempt, whether or not there was a document. */
  async start(): Promise<void> {
    await this.poll()
    // Documents that come while the first is taken are waited for by nobody.
    const first = this.taking?.done
    this.schedule()
    if (!(await first)) await this.useKept()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private schedule(): void {
    if (this.stopped) return
    this.timer = setTimeout(() => this.poll().finally(() => this.schedule()), this.settings.pollMs)
  }

  private async poll(): Promise<void> {
    const { url, log } = this.settings
    const askedAt = performance.now()
    try {
      const etag = this.latest?.etag
      const answer = await rawGet(url, { headers: etag ? { 'if-none-match': etag } : {}, timeout: ANSWER_MS })
      if (this.stopped) return
      if (answer.status !== 200 && answer.status !== 304) throw new Error(`the registry answers ${answer.status}`)
      // Read before it counts as an answer: an address that sends something else is as good as none.
      const document =
        answer.status === 200 ? discoveryDocument.parse(JSON.parse(answer.body.toString('utf8'))) : undefined
      if (!this.answered) log.info('the registry answers again')
      this.answered = true
      this.sureAt = askedAt
      if (document) this.takeLatest({ document, body: answer.body, etag: answer.etag, seenAt: new Date() })
      else await this.tryAgain()
    } catch (error) {
      if (this.stopped) return
      if (this.answered)
        log.warn({ reason: String((error as Error).message) }, 'going on with the last discovery document')
      this.answered = false
    }
  }

  private takeLatest(fresh: Fresh): void {
    this.latest = fresh
    this.refused = undefined
    this.take(fresh)
  }

  private take(fresh: Fresh): void {
    const taking = { fresh, done: this.use(fresh) }
    this.taking = taking
    void taking.done.finally(() => {
      if (this.taking === taking) this.taking = undefined
    })
  }

  /** True when it is served. */
  private async use(fresh: Fresh): Promise<boolean> {
    const { log } = this.settings
    try {
      await this.onChange(fresh.document)
    } catch (error) {
      if (this.stopped || fresh !== this.latest) return false
      const reason = String((error as Error).message)
      const waitMs = Math.min((this.refused?.waitMs ?? FIRST_WAIT_MS / 2) * 2, LONGEST_WAIT_MS)
      if (this.refused?.reason !== reason)
        log.error({ reason }, 'a discovery document cannot be used: going on with the last one')
      this.refused = { reason, waitMs, notBefore: performance.now() + waitMs }
      return false
    }
    this.served = fresh
    if (fresh === this.latest) this.refused = undefined
    await this.keep()
    return true
  }

  /** Apart from using it: a full disk must not make an older one count. Tried again with every poll. */
  private keep(): Promise<void> {
    this.keeping = this.keeping.then(() => this.writeServed())
    return this.keeping
  }

  private async writeServed(): Promise<void> {
    const body = this.served?.body
    if (!body) return
    try {
      await writeAtomically(this.file, body)
      this.unkept = undefined
    } catch (error) {
      if (this.stopped) return
      if (!this.unkept)
        this.settings.log.error({ reason: String((error as Error).message) }, 'the discovery document cannot be kept')
      this.unkept = body
    }
  }

  /** Less and less often: what makes it unusable may pass, but nobody should have to look at it five times a second. */
  private async tryAgain(): Promise<void> {
    if (this.unkept) await this.keep()
    if (!this.refused || !this.latest || this.taking || performance.now() < this.refused.notBefore) return
    this.take(this.latest)
  }

  private async useKept(): Promise<void> {
    try {
      const body = await fs.readFile(this.file)
      const document = discoveryDocument.parse(JSON.parse(body.toString('utf8')))
      if (this.served) return
      await this.onChange(document)
      // One that came meanwhile is newer, and this one has just taken its place.
      if (this.served) this.take(this.served)
      else this.served = { document, body, etag: undefined, seenAt: new Date() }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      // The next poll brings another one: no reason to end.
      this.settings.log.error(
        { reason: String((error as Error).message) },
        'the kept discovery document cannot be used',
      )
    }
  }
}
