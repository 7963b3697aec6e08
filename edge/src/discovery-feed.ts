import fs from 'node:fs/promises'
import path from 'node:path'
import { type DiscoveryDocument, discoveryDocument } from '@marram/contracts/discovery'
import type { Logger } from '@marram/service/log'
import { rawGet } from './raw-get'
import { writeAtomically } from './release-store'

/** Documents by their entity tags; nothing where there is none of this registry yet. */
type FeedState = { served?: string; since?: string; latest?: string; reason?: string }
type Fresh = { document: DiscoveryDocument; body: Buffer; etag: string | undefined }

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** Longer than the mark waits: an answer that is slow is still the newest there is. */
const ANSWER_MS = 3000
/** So long past its time a question may go without an answer: changes show within a second. */
const SURE_MS = 1000

/**
 * Follows the registry's discovery document. What was last seen is kept on disk:
 * with the registry down, running edges and starting ones go on with it.
 */
export class DiscoveryFeed {
  private etag: string | undefined
  /** Since when that one is used, as a moment for people. */
  private since: string | undefined
  /** The last document, while it cannot be used. */
  private refused: (Fresh & { reason: string; waitMs: number; notBefore: number }) | undefined
  /** What is used and could not be written to disk. */
  private unkept: Buffer | undefined
  private timer: NodeJS.Timeout | undefined
  private stopped = false
  private answered = true
  /** When the last question that was answered well was asked. */
  private sureAt = Number.NEGATIVE_INFINITY
  /** Since when a document is being taken: nobody asks meanwhile, so that time does not count. */
  private takingSince: number | undefined

  constructor(
    private readonly settings: { url: string; folder: string; pollMs: number; log: Logger },
    /** Awaited before the next poll: a document counts as taken once this resolves. */
    private readonly onChange: (document: DiscoveryDocument) => Promise<void>,
  ) {}

  private get file() {
    return path.join(this.settings.folder, 'discovery.json')
  }

  /** Whether the registry answered when it was last asked, and lately: one that hangs gives no answer at all. */
  get reachable(): boolean {
    const age = (this.takingSince ?? performance.now()) - this.sureAt
    return this.answered && age < this.settings.pollMs + SURE_MS
  }

  /** Which document is served, the newest that was seen, and why that one is not used. */
  state(): FeedState {
    const latest = this.refused?.etag ?? this.etag
    return {
      ...(this.etag !== undefined && { served: this.etag }),
      ...(this.since !== undefined && { since: this.since }),
      ...(latest !== undefined && { latest }),
      ...(this.refused && { reason: this.refused.reason }),
    }
  }

  /** Resolves after the first attempt, whether or not there was a document. */
  async start(): Promise<void> {
    if (!(await this.poll())) await this.useKept()
    this.schedule()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private schedule(): void {
    if (this.stopped) return
    this.timer = setTimeout(() => this.poll().finally(() => this.schedule()), this.settings.pollMs)
  }

  /** True when the registry answered with a document that could be used. */
  private async poll(): Promise<boolean> {
    const { url, log } = this.settings
    const askedAt = performance.now()
    try {
      const etag = this.refused?.etag ?? this.etag
      const answer = await rawGet(url, { headers: etag ? { 'if-none-match': etag } : {}, timeout: ANSWER_MS })
      if (this.stopped) return false
      if (answer.status !== 200 && answer.status !== 304) throw new Error(`the registry answers ${answer.status}`)
      // Read before it counts as an answer: an address that sends something else is as good as none.
      const document =
        answer.status === 200 ? discoveryDocument.parse(JSON.parse(answer.body.toString('utf8'))) : undefined
      if (!this.answered) log.info('the registry answers again')
      this.answered = true
      this.sureAt = askedAt
      if (!document) return await this.tryRefusedAgain()
      this.refused = undefined
      return await this.take({ document, body: answer.body, etag: answer.etag })
    } catch (error) {
      if (this.stopped) return false
      if (this.answered)
        log.warn({ reason: String((error as Error).message) }, 'going on with the last discovery document')
      this.answered = false
      return false
    }
  }

  private async take(fresh: Fresh): Promise<boolean> {
    const began = performance.now()
    this.takingSince = began
    try {
      return await this.use(fresh)
    } finally {
      this.takingSince = undefined
      this.sureAt += performance.now() - began
    }
  }

  private async use(fresh: Fresh): Promise<boolean> {
    try {
      await this.onChange(fresh.document)
    } catch (error) {
      const reason = String((error as Error).message)
      const waitMs = Math.min((this.refused?.waitMs ?? FIRST_WAIT_MS / 2) * 2, LONGEST_WAIT_MS)
      if (this.refused?.reason !== reason)
        this.settings.log.error({ reason }, 'a discovery document cannot be used: going on with the last one')
      this.refused = { ...fresh, reason, waitMs, notBefore: performance.now() + waitMs }
      return false
    }
    this.refused = undefined
    if (this.etag !== fresh.etag || this.since === undefined) this.since = new Date().toISOString()
    this.etag = fresh.etag
    await this.keep(fresh.body)
    return true
  }

  /** Apart from using it: a full disk must not make an older one count. Tried again with every poll. */
  private async keep(body: Buffer): Promise<void> {
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
  private async tryRefusedAgain(): Promise<boolean> {
    if (this.unkept) await this.keep(this.unkept)
    if (!this.refused) return true
    if (performance.now() < this.refused.notBefore) return false
    return this.take(this.refused)
  }

  private async useKept(): Promise<void> {
    try {
      await this.onChange(discoveryDocument.parse(JSON.parse(await fs.readFile(this.file, 'utf8'))))
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
