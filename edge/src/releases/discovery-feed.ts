import fs from 'node:fs/promises'
import path from 'node:path'
import type { EdgeState } from '@marram/release-contract/diagnostics'
import { type DiscoveryDocument, discoveryDocument, REVISION, TRUST_VERSION } from '@marram/release-contract/discovery'
import type { Logger } from '@marram/server/log'
import { LongPoll } from '../limits/long-poll'
import { repeat } from '../limits/timing'
import { httpGet } from './http-get'
import { writeAtomically } from './stored-release'

type Fresh = {
  document: DiscoveryDocument
  body: Buffer
  etag: string | undefined
  seenAt: Date
  /** The environment's, which may grow while the document stays. */
  revision?: number | undefined
}

/** The registry holds a request for so long while nothing changes. */
const HELD_MS = 25_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** Longer than `SURE_MS`: a slow response is still the newest there is. */
const RESPONSE_MS = 3000
/** How often it is looked whether another attempt is due. */
const LOOK_MS = 200
/** The registry counts as reachable for so long after a poll was due. */
const SURE_MS = 1000

/** Follows the registry's document, also while one is being taken. The last is saved for starts without the registry. */
export class DiscoveryFeed {
  private served: Fresh | undefined
  private latest: Fresh | undefined
  private refused: { reason: string; waitMs: number; notBefore: number } | undefined
  private taking: Promise<boolean> | undefined
  /** One document at a time is written, always the one that is served then. */
  private saving: Promise<void> = Promise.resolve()
  private isUnsaved = false
  private readonly stopping = new AbortController()
  private readonly polling: LongPoll
  private isResponding = true
  /** When the last response was certainly the newest: at its request, or when a request that was held ended. */
  private sureAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly settings: {
      url: string
      folder: string
      pollMs: number
      log: Logger
      /** With every response: the version of trust.json that the registry names. False: its document may not be taken. */
      onTrust?: (version: number | undefined) => Promise<boolean>
    },
    /** A document is served once this resolves. Rejects if a newer one was taken meanwhile. */
    private readonly onChange: (document: DiscoveryDocument) => Promise<void>,
  ) {
    this.polling = new LongPoll({ waitMs: HELD_MS, pollMs: settings.pollMs })
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted
  }

  private get file() {
    return path.join(this.settings.folder, 'discovery.json')
  }

  /** Whether the last poll succeeded, and recently: a registry that hangs sends no response at all. */
  get reachable(): boolean {
    const mostMs = this.polling.silenceMs + this.settings.pollMs + SURE_MS
    return this.isResponding && performance.now() - this.sureAt < mostMs
  }

  /** For how many seconds it has not been known that what is served is the newest. */
  get ageS(): number {
    const { served, latest, sureAt } = this
    const sinceSure = (performance.now() - sureAt) / 1000
    return latest === undefined || latest === served ? sinceSure : (Date.now() - latest.seenAt.getTime()) / 1000
  }

  /** `since` and `reason`: since when another document than the served one is known, and why it is not served. */
  state(): Omit<EdgeState, 'id'> {
    const { served, latest } = this
    const both = { served: served?.etag, latest: latest?.etag, revision: served?.revision }
    if (!latest || latest === served) return both
    return { ...both, since: latest.seenAt.toISOString(), reason: this.refused?.reason ?? 'it is still being opened' }
  }

  /** Resolves after the first attempt, whether or not there was a document. */
  async start(): Promise<void> {
    await this.poll()
    // Documents that come while the first is taken are not waited for.
    const first = this.taking
    const { signal } = this.stopping
    repeat(
      () => this.poll(),
      () => this.polling.pauseMs,
      signal,
    )
    repeat(
      () => this.tryAgain(),
      () => Math.min(this.settings.pollMs, LOOK_MS),
      signal,
    )
    if (!(await first)) await this.useSaved()
  }

  stop(): void {
    this.stopping.abort()
  }

  private async poll(): Promise<void> {
    const { url, log } = this.settings
    const askedAt = performance.now()
    try {
      const { etag, revision: known } = this.latest ?? {}
      const response = await httpGet(url, {
        headers: {
          ...this.polling.headers,
          ...(etag !== undefined && { 'if-none-match': etag }),
          ...(known !== undefined && { [REVISION]: String(known) }),
        },
        timeout: RESPONSE_MS + this.polling.silenceMs,
        signal: this.stopping.signal,
      })
      if (this.stopped) return
      if (response.status !== 200 && response.status !== 304)
        throw new Error(`the registry responded with ${response.status}`)
      // Read before it counts as a response: an address that sends something else is not the registry.
      const document = response.status === 200 ? documentIn(response.body) : undefined
      if (!this.isResponding) log.info('the registry responds again')
      this.isResponding = true
      const revision = Number(response.headers[REVISION]) || undefined
      const now = performance.now()
      const isNews = document !== undefined || revision !== known
      this.polling.responded(response.headers['preference-applied'], { tookMs: now - askedAt, isNews })
      const trustVersion = Number(response.headers[TRUST_VERSION]) || undefined
      // It was sent at once: without a pause, it would be sent again and again.
      if ((await this.settings.onTrust?.(trustVersion)) === false) return this.polling.failed()
      // A response that was held is of the moment when it was sent.
      this.sureAt = this.polling.silenceMs > 0 ? now : askedAt
      if (!document) {
        if (this.latest) this.latest.revision = revision
        return
      }
      this.latest = { document, body: response.body, etag: response.etag, seenAt: new Date(), revision }
      this.refused = undefined
      this.take(this.latest)
    } catch (error) {
      if (this.stopped) return
      this.polling.failed()
      if (this.isResponding) log.warn({ reason: (error as Error).message }, 'going on with the last discovery document')
      this.isResponding = false
    }
  }

  private take(fresh: Fresh): void {
    const taking = this.use(fresh).finally(() => {
      if (this.taking === taking) this.taking = undefined
    })
    this.taking = taking
  }

  private async use(fresh: Fresh): Promise<boolean> {
    const { log } = this.settings
    try {
      await this.onChange(fresh.document)
    } catch (error) {
      if (this.stopped || fresh !== this.latest) return false
      const reason = (error as Error).message
      const waitMs = Math.min((this.refused?.waitMs ?? FIRST_WAIT_MS / 2) * 2, LONGEST_WAIT_MS)
      if (this.refused?.reason !== reason)
        log.error({ reason }, 'a discovery document cannot be used: going on with the last one')
      this.refused = { reason, waitMs, notBefore: performance.now() + waitMs }
      return false
    }
    this.served = fresh
    if (fresh === this.latest) this.refused = undefined
    await this.save()
    return true
  }

  /** A full disk must not keep a document from being served. */
  private save(): Promise<void> {
    this.saving = this.saving.then(async () => {
      const body = this.served?.body
      if (!body) return
      try {
        await writeAtomically(this.file, body)
        this.isUnsaved = false
      } catch (error) {
        if (this.stopped) return
        const { message: reason } = error as Error
        if (!this.isUnsaved) this.settings.log.error({ reason }, 'the discovery document cannot be saved')
        this.isUnsaved = true
      }
    })
    return this.saving
  }

  /** Less and less often: what makes it unusable may pass, but it need not be tried five times a second. */
  private async tryAgain(): Promise<void> {
    if (this.isUnsaved) await this.save()
    if (!this.refused || !this.latest || this.taking || performance.now() < this.refused.notBefore) return
    this.take(this.latest)
  }

  private async useSaved(): Promise<void> {
    try {
      const body = await fs.readFile(this.file)
      const document = documentIn(body)
      if (this.served) return
      await this.onChange(document)
      // One that came meanwhile is newer, and this one has just taken its place.
      if (this.served) this.take(this.served)
      else this.served = { document, body, etag: undefined, seenAt: new Date() }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      // The next poll brings another one: no reason to stop.
      this.settings.log.error({ reason: (error as Error).message }, 'the saved discovery document cannot be used')
    }
  }
}

const documentIn = (body: Buffer): DiscoveryDocument => discoveryDocument.parse(JSON.parse(body.toString('utf8')))
