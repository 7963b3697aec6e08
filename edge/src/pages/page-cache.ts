import { LRUCache } from 'lru-cache'
import type { ContentWatch } from './content-watch'

/** How long a page may be shown to others: until the content changes, for a short fixed time, or not at all. */
export type Life = 'revision' | 'brief' | 'none'
/**
 * `ofContent`: something in it is of the revision that it was made for. `oneOfMany`: whoever asks can think of any number
 * of keys like this one. `forOne`: it concerns the network that asked for it, and no other that waits for the same.
 */
export type Made<Page> = {
  page: Page
  life: Life
  bytes: number
  ofContent: boolean
  oneOfMany?: boolean
  forOne?: boolean
}
/** `stale` says why the page may be out of date: nobody knows whether the content has changed, or its time is over. */
export type Answer<Page> = { page: Page; outcome: 'hit' | 'miss' } | { page: Page; outcome: 'stale'; stale: Stale }
export type Stale = 'content' | 'age'

/** What the edge knows of the content when it asks for a page. */
export type Content = Pick<ContentWatch, 'revision' | 'changes'>
type Make<Page> = (content: Content) => Promise<Made<Page>>
type Kept<Page> = Made<Page> & { madeAt: number; failedAt: number }
type Settings = {
  mostBytes: number
  briefMs: number
  content: Content & Pick<ContentWatch, 'sure'>
  now?: () => number
}

/** After a page could not be made anew, visitors are not made to wait for the next attempt. */
const AGAIN_MS = 2000
/** Of an entry besides its key and its page. */
const ENTRY_BYTES = 500
/** Share of the memory for pages that are one of many: they drive out each other, and never a page of the site. */
const SHARE_OF_MANY = 0.1

/**
 * Pages that are ready to send, for one content revision at a time; the longest unused go first. Whoever asks for a
 * page that is being made waits for it.
 */
export class PageCache<Page> {
  private changes = 0
  private readonly kept: LRUCache<string, Kept<Page>>
  private readonly keptOfMany: LRUCache<string, Kept<Page>>
  private readonly making = new Map<string, { promise: Promise<Made<Page>>; client: string }>()
  private readonly now: () => number

  constructor(private readonly settings: Settings) {
    this.now = settings.now ?? (() => performance.now())
    const ofMany = Math.floor(settings.mostBytes * SHARE_OF_MANY)
    this.kept = pagesWithin(settings.mostBytes - ofMany)
    this.keptOfMany = pagesWithin(ofMany)
  }

  get bytes(): number {
    return this.kept.calculatedSize + this.keptOfMany.calculatedSize
  }

  private find(key: string): Kept<Page> | undefined {
    return this.kept.get(key) ?? this.keptOfMany.get(key)
  }

  private keep(key: string, made: Made<Page>): void {
    const [into, other] = made.oneOfMany ? [this.keptOfMany, this.kept] : [this.kept, this.keptOfMany]
    other.delete(key)
    into.set(key, { ...made, madeAt: this.now(), failedAt: Number.NEGATIVE_INFINITY })
  }

  /** The page of a key, where it can be shown as it is. */
  ready(key: string): Page | undefined {
    this.followContent()
    const kept = this.unsure ? undefined : this.find(key)
    return kept && this.isFresh(kept) ? kept.page : undefined
  }

  private isFresh({ life, madeAt }: Kept<Page>): boolean {
    return life === 'revision' || this.now() - madeAt < this.settings.briefMs
  }

  /**
   * The page of a key, for a client network. `make` learns for which content it works; what it throws is thrown to all
   * who wait.
   */
  async get(key: string, make: Make<Page>, client = ''): Promise<Answer<Page>> {
    this.followContent()
    const kept = this.find(key)
    if (!kept) return this.first(await this.made(key, make, client))
    const { briefMs } = this.settings
    const age = this.now() - kept.madeAt
    // Nothing new can be had from an API that does not answer.
    if (this.unsure) return { page: kept.page, outcome: 'stale', stale: 'content' }
    if (this.isFresh(kept)) return { page: kept.page, outcome: 'hit' }
    const anew = this.madeAnew(kept, () => this.made(key, make, client))
    // A page that nobody has asked for in a long time is too old to be shown unless there is no other.
    const young = age < 2 * briefMs || this.now() - kept.failedAt < AGAIN_MS
    const page = young ? undefined : await anew
    return page ? { page, outcome: 'miss' } : { page: kept.page, outcome: 'stale', stale: 'age' }
  }

  private get unsure(): boolean {
    const { revision, sure } = this.settings.content
    return Boolean(revision) && !sure
  }

  /** What is made while the API is away may be made of answers that are kept: of content that may have changed. */
  private first({ page, ofContent }: Made<Page>): Answer<Page> {
    if (this.unsure && ofContent) return { page, outcome: 'stale', stale: 'content' }
    return { page, outcome: 'miss' }
  }

  /** Undefined where that failed, or has just failed. */
  private async madeAnew(kept: Kept<Page>, made: () => Promise<Made<Page>>): Promise<Page | undefined> {
    if (this.now() - kept.failedAt < AGAIN_MS) return undefined
    try {
      const { page, life } = await made()
      if (life !== 'none') return page
    } catch {
      // The one who made it has said why; here there is another page to show.
    }
    kept.failedAt = this.now()
    return undefined
  }

  private followContent(): void {
    const { changes } = this.settings.content
    if (changes === this.changes) return
    this.changes = changes
    this.kept.clear()
    this.keptOfMany.clear()
    this.making.clear()
  }

  private async made(key: string, make: Make<Page>, client: string): Promise<Made<Page>> {
    const waiting = this.making.get(key)
    if (!waiting) return this.begin(key, make, client)
    const made = await waiting.promise
    return made.forOne && waiting.client !== client ? this.made(key, make, client) : made
  }

  private begin(key: string, make: Make<Page>, client: string): Promise<Made<Page>> {
    const { revision, changes } = this.settings.content
    const promise = make({ revision, changes })
      .then((made) => {
        this.followContent()
        const keep = made.life !== 'none' && revision !== undefined && changes === this.changes
        if (keep) this.keep(key, made)
        return made
      })
      .finally(() => {
        if (this.making.get(key)?.promise === promise) this.making.delete(key)
      })
    this.making.set(key, { promise, client })
    return promise
  }
}

const pagesWithin = <Page>(bytes: number) =>
  new LRUCache<string, Kept<Page>>({
    // Nothing fits into one byte.
    maxSize: Math.max(1, bytes),
    sizeCalculation: (kept, key) => kept.bytes + 2 * key.length + ENTRY_BYTES,
  })
