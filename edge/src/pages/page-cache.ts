import type { RenderedPage } from '@marram/rendering/render-messages'
import { SingleFlight } from '@marram/server/single-flight'
import { LRUCache } from 'lru-cache'
import { type LiveComposition, type OwnedPage, ownerOf } from '../compositions/live-composition'
import type { ContentWatch, Revision } from './content-watch'

/** How long a page may be shown to others: until the content changes, for a short fixed time, or not at all. */
export type Cacheability = 'revision' | 'brief' | 'none'
export type RenderedEntry<Page> = {
  page: Page
  cacheability: Cacheability
  bytes: number
  /** Something in it is of the revision that it was rendered for. */
  ofContent: boolean
  /** Clients can invent any number of keys like this one. */
  oneOfMany?: boolean
  /** For the client network that requested it only, not for others that wait for the same page. */
  forOne?: boolean
  /** What takes its place: it stands for a page that is still being rendered. */
  later?: Promise<RenderedEntry<Page>> | undefined
}
/** `stale` is why the page may be out of date: the content may have changed, or its time is over. */
export type CachedPage<Page> = { page: Page; outcome: 'hit' | 'miss' } | { page: Page; outcome: 'stale'; stale: Stale }
export type Stale = 'content' | 'age'

export type Content = Pick<ContentWatch, 'revision' | 'changes'>
type Render<Page> = (content: Content) => Promise<RenderedEntry<Page>>
type CacheEntry<Page> = RenderedEntry<Page> & { renderedAt: number; failedAt: number }
type Settings = { mostBytes: number; briefMs: number; content: Content & Pick<ContentWatch, 'sure'> }

const AFTER_FAILURE_MS = 2000
const ENTRY_BYTES = 500
/** Share of the memory for pages with such keys: they evict only each other, never a page of the site. */
const SHARE_OF_MANY = 0.1

/** Rendered pages of one content revision; the longest unused go first. A page that is being rendered is waited for. */
export class PageCache<Page> {
  private changes = 0
  private readonly entries: LRUCache<string, CacheEntry<Page>>
  private readonly entriesOfMany: LRUCache<string, CacheEntry<Page>>
  private readonly rendering = new SingleFlight<{ rendered: RenderedEntry<Page>; client: string }>()
  /** In place of pages that are late, until they come. */
  private readonly late = new Map<string, RenderedEntry<Page>>()

  constructor(private readonly settings: Settings) {
    const ofMany = Math.floor(settings.mostBytes * SHARE_OF_MANY)
    this.entries = pagesWithin(settings.mostBytes - ofMany)
    this.entriesOfMany = pagesWithin(ofMany)
  }

  get bytes(): number {
    return this.entries.calculatedSize + this.entriesOfMany.calculatedSize
  }

  private find(key: string): CacheEntry<Page> | undefined {
    return this.entries.get(key) ?? this.entriesOfMany.get(key)
  }

  private keep(key: string, rendered: RenderedEntry<Page>): void {
    const [into, other] = rendered.oneOfMany ? [this.entriesOfMany, this.entries] : [this.entries, this.entriesOfMany]
    other.delete(key)
    into.set(key, { ...rendered, renderedAt: performance.now(), failedAt: Number.NEGATIVE_INFINITY })
  }

  fresh(key: string): Page | undefined {
    this.followContent()
    const entry = this.unsure ? undefined : this.find(key)
    return entry && this.isFresh(entry) ? entry.page : undefined
  }

  private isFresh({ cacheability, renderedAt }: CacheEntry<Page>): boolean {
    return cacheability === 'revision' || performance.now() - renderedAt < this.settings.briefMs
  }

  /** The page of a key, for a client network. What `render` throws is thrown to all who wait. */
  async get(key: string, render: Render<Page>, client = ''): Promise<CachedPage<Page>> {
    this.followContent()
    const entry = this.find(key)
    if (!entry) {
      const { page, ofContent } = await this.rendered(key, render, client)
      // Without the API, pages are rendered from its cached responses: of content that may have changed.
      return this.unsure && ofContent ? { page, outcome: 'stale', stale: 'content' } : { page, outcome: 'miss' }
    }
    const { briefMs } = this.settings
    const age = performance.now() - entry.renderedAt
    // An API that does not respond has nothing new.
    if (this.unsure) return { page: entry.page, outcome: 'stale', stale: 'content' }
    if (this.isFresh(entry)) return { page: entry.page, outcome: 'hit' }
    const anew = this.renderedAgain(entry, () => this.rendered(key, render, client))
    // A page that was not requested for a long time is too old to show unless there is no other.
    const young = age < 2 * briefMs || performance.now() - entry.failedAt < AFTER_FAILURE_MS
    const page = young ? undefined : await anew
    return page ? { page, outcome: 'miss' } : { page: entry.page, outcome: 'stale', stale: 'age' }
  }

  private get unsure(): boolean {
    const { revision, sure } = this.settings.content
    return Boolean(revision) && !sure
  }

  /** Undefined if it fails, or has just failed. The reason is already logged; there is another page to show. */
  private async renderedAgain(entry: CacheEntry<Page>, rendered: () => Promise<RenderedEntry<Page>>) {
    if (performance.now() - entry.failedAt < AFTER_FAILURE_MS) return undefined
    const anew = await rendered().catch(() => undefined)
    if (anew && anew.cacheability !== 'none') return anew.page
    entry.failedAt = performance.now()
    return undefined
  }

  private followContent(): void {
    const { changes } = this.settings.content
    if (changes === this.changes) return
    this.changes = changes
    this.entries.clear()
    this.entriesOfMany.clear()
    this.rendering.clear()
    this.late.clear()
  }

  private async rendered(key: string, render: Render<Page>, client: string): Promise<RenderedEntry<Page>> {
    const begin = async () => ({ client, rendered: await this.begin(key, render) })
    const { rendered, client: first } = await this.rendering.share(key, begin)
    return rendered.forOne && first !== client ? this.rendered(key, render, client) : rendered
  }

  private async begin(key: string, render: Render<Page>): Promise<RenderedEntry<Page>> {
    const { revision, changes } = this.settings.content
    // One at a time: a second one would be late as well, and make both slower.
    const known = this.late.get(key)
    if (known) return known
    const rendered = await render({ revision, changes })
    const mayKeep = () => {
      this.followContent()
      return revision !== undefined && changes === this.changes
    }
    const keep = (entry: RenderedEntry<Page>) => {
      if (entry.cacheability !== 'none' && mayKeep()) this.keep(key, entry)
    }
    keep(rendered)
    if (rendered.later && this.settings.mostBytes > 0 && mayKeep())
      this.standIn(key, rendered, rendered.later.then(keep))
    return rendered
  }

  private standIn(key: string, rendered: RenderedEntry<Page>, until: Promise<void>): void {
    this.late.set(key, rendered)
    const end = () => {
      if (this.late.get(key) === rendered) this.late.delete(key)
    }
    // Whoever had to do without it has logged that already.
    until.then(end, end)
  }
}

const pagesWithin = <Page>(bytes: number) =>
  new LRUCache<string, CacheEntry<Page>>({
    // Nothing fits into one byte.
    maxSize: Math.max(1, bytes),
    sizeCalculation: (entry, key) => entry.bytes + 2 * key.length + ENTRY_BYTES,
  })

/** Whether a page shows something of this content revision. A failure shows none. */
export const isOf = ({ status, calls }: Pick<RenderedPage, 'status' | 'calls'>, revision: Revision): boolean =>
  Boolean(status < 500 && revision && calls?.revisions.includes(revision))

/** How long a page that was rendered while the API had `revision` may be shown to others. */
export function cacheabilityOf(
  { status, calls }: Pick<RenderedPage, 'status' | 'calls'>,
  revision: Revision,
): Cacheability {
  if (status >= 500) return 'none'
  // A shell that does not report it may have left out blocks that failed.
  if (!calls) return 'brief'
  // A block that could not be loaded must not be missing for as long as the content stays.
  if (calls.failed) return 'none'
  if (!revision) return 'brief'
  // One of several API processes may briefly be behind the others.
  if (calls.revisions.some((each) => each !== null && each !== revision)) return 'none'
  return calls.revisions.includes(null) ? 'brief' : 'revision'
}

/** What distinguishes pages. It has the composition's number, so that cached pages do not hold on to a closed composition. */
export const pageKey = ({ number }: LiveComposition, path: string, search: string): string =>
  `${number} ${path}${search}`

/** All addresses without an owner have one page, under a name that no path can be. */
export const missingKey = ({ number }: LiveComposition): string => `${number} missing`

/** An address without an owner: what is rendered there knows nothing of the one that was asked for. */
export function addressOfMissing(live: LiveComposition): string {
  const path = '/not-found'
  // No pattern is deeper than the longest of them.
  const longest = Math.max(0, ...live.pages.map(({ page }) => page.pattern.split('/').length))
  return ownerOf(live, path) ? path.repeat(longest) : path
}

/** Whether clients can invent any number of such addresses: with a query, or not in normal form. */
export function isOneOfMany({ page: { pattern } }: OwnedPage, path: string, search: string): boolean {
  if (search !== '') return true
  const declared = pattern.split('/')
  const given = path.split('/')
  const isAsWritten = (part: string, i: number) =>
    part.startsWith(':') ? isPlain(given[i] as string) : part === given[i]
  return declared.length !== given.length || !declared.every(isAsWritten)
}

function isPlain(part: string): boolean {
  try {
    return encodeURIComponent(decodeURIComponent(part)) === part
  } catch {
    return false
  }
}
