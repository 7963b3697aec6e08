import { previewCalls } from '@marram/release-contract/calls/previews'
import { type DiscoveryDocument, discoveryDocument } from '@marram/release-contract/discovery'
import { Semaphore } from '@marram/server/semaphore'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { RateLimiter } from '../limits/rate-limiter'
import { PublicError } from '../requests/error-pages'
import type { EdgeSettings } from '../settings'

/** A preview follows what is live around it, about as fast as visitors do. */
const FRESH_MS = 1000
const MOST_KNOWN = 100
const GUESSES_PER_MINUTE = 60
const GUESSES = { atOnce: 8, waiting: 64, waitMs: 3000 }
const TIMEOUT_MS = 3000
const LONG_AGO = Number.NEGATIVE_INFINITY

export class TooManyLinks extends PublicError {
  override readonly name = 'TooManyLinks'
  readonly statusCode = 429
}

const shown = z.extend(z.omit(previewCalls.showPreview.response, { versions: true }), {
  document: discoveryDocument,
  needsToken: z._default(z.boolean(), true),
})
export type Shown = z.infer<typeof shown>
const opened = z.object({ preview: z.string().check(z.regex(/^[\w.-]{1,600}$/)) })

export type WithDevSource = (
  source: { part: string; origin: string },
  document: DiscoveryDocument,
) => Promise<DiscoveryDocument>
type Known = { at: number; preview: Promise<Shown | undefined>; whole?: Promise<Shown | undefined> }

/** Looks links to previews up at the registry, each at most once a second. */
export class PreviewLookup {
  /** Apart, so that guesses do not evict links. */
  private readonly links = new LRUCache<string, Known>({ max: MOST_KNOWN })
  private readonly guesses = new LRUCache<string, Known>({ max: MOST_KNOWN })
  private readonly limit = new RateLimiter(GUESSES_PER_MINUTE)
  private readonly semaphore = new Semaphore(GUESSES)

  constructor(
    private readonly settings: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT'>,
    private readonly withDevSource: WithDevSource,
  ) {}

  /** What the link shows, without asking a dev source; undefined if it has ended. Throws TooManyLinks. */
  async about(link: string, client: string): Promise<Shown | undefined> {
    return this.lookUp(link, client)?.preview
  }

  /** What its pages are made of. Also undefined if a token has to open it first. */
  async whole(link: string, client: string): Promise<Shown | undefined> {
    const known = this.lookUp(link, client)
    if (!known) return undefined
    known.whole ??= known.preview.then((preview) => preview && this.complete(preview))
    known.whole.catch(() => {
      known.at = LONG_AGO
    })
    return known.whole
  }

  /** The link for the token's holder only; undefined if the registry refuses, `away` if it does not respond. */
  async open(link: string, token: string): Promise<string | 'away' | undefined> {
    if (!/^[\w.~+/-]{1,200}=*$/.test(token)) return undefined
    try {
      const response = await fetch(`${this.addressOf(link)}/open`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.ok) return opened.parse(await response.json()).preview
      await response.body?.cancel()
      return response.status < 500 ? undefined : 'away'
    } catch {
      // Without its reason: nothing of this call, which contains the token, may be logged.
      return 'away'
    }
  }

  private async complete(preview: Shown): Promise<Shown | undefined> {
    if (!preview.source) return preview
    if (preview.needsToken) return undefined
    return { ...preview, document: await this.withDevSource(preview.source, preview.document) }
  }

  private lookUp(link: string, client: string): Known | undefined {
    if (!/^[\w.-]+$/.test(link)) return undefined
    const asLink = this.links.get(link)
    const last = asLink ?? this.guesses.get(link)
    if (last && performance.now() - last.at < FRESH_MS) return last
    if (!asLink && !this.limit.allows(client))
      throw new TooManyLinks('Too many links were followed from here. Wait a minute.')
    const ask = () => this.ask(link)
    const preview = asLink ? ask() : this.semaphore.run(ask, () => new Error('too many links are being looked up'))
    const known: Known = { at: performance.now(), preview }
    const cache = asLink ? this.links : this.guesses
    cache.set(link, known)
    preview.then(
      (found) => {
        this.guesses.delete(link)
        this.links.delete(link)
        const cache = found ? this.links : this.guesses
        cache.set(link, known)
      },
      () => {
        known.at = LONG_AGO
      },
    )
    return known
  }

  private async ask(link: string): Promise<Shown | undefined> {
    const response = await fetch(this.addressOf(link), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) await response.body?.cancel()
    if (response.status === 404) return undefined
    if (response.status !== 200) throw new Error(`the registry responded with ${response.status} for a preview`)
    const preview = shown.parse(await response.json())
    return preview.environment === this.settings.MARRAM_ENVIRONMENT ? preview : undefined
  }

  private addressOf(link: string): string {
    return `${this.settings.RELEASES_URL}/releases/previews/${link}`
  }
}
