import { previewCalls } from '@marram/release-contract/calls/previews'
import { type DiscoveryDocument, discoveryDocument } from '@marram/release-contract/discovery'
import { type RegistryError, sendCall } from '@marram/release-contract/registry-client'
import { Semaphore } from '@marram/server/semaphore'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { RateLimiter } from '../limits/rate-limiter'
import { PublicError } from '../requests/error-pages'
import { type EdgeSettings, registryAccess } from '../settings'

/** A preview follows what is live around it, about as fast as visitors do. */
const FRESH_MS = 1000
const MOST_KNOWN = 100
const GUESSES_PER_MINUTE = 60
const GUESSES = { atOnce: 8, waiting: 64, waitMs: 3000 }
const LONG_AGO = Number.NEGATIVE_INFINITY

export class TooManyLinks extends PublicError {
  override readonly name = 'TooManyLinks'
  readonly statusCode = 429
}

/** With a document that this edge can read. */
const show = {
  ...previewCalls.showPreview,
  response: z.extend(z.omit(previewCalls.showPreview.response, { versions: true }), { document: discoveryDocument }),
}
export type Shown = z.infer<(typeof show)['response']>

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
      const access = { ...registryAccess(this.settings), token }
      const { preview } = await sendCall(access, previewCalls.openPreview, { preview: link })
      return /^[\w.-]{1,600}$/.test(preview) ? preview : 'away'
    } catch (error) {
      // Without its reason: nothing of this call, which contains the token, may be logged.
      const { status = 500 } = error as RegistryError
      return status < 500 ? undefined : 'away'
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
    try {
      const preview = await sendCall(registryAccess(this.settings), show, { preview: link })
      return preview.environment === this.settings.MARRAM_ENVIRONMENT ? preview : undefined
    } catch (error) {
      if ((error as RegistryError).status === 404) return undefined
      throw error
    }
  }
}
