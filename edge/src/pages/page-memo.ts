import { LRUCache } from 'lru-cache'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'

/** Each may be some 70 KB: what is needed again is quickly made again. */
const MOST = 256

/** What was made lately for pages of compositions: there may be dozens of those, each with dozens of pages. */
export class RecentlyMade<Made extends object> {
  private readonly kept: LRUCache<string, Made>
  private readonly numbers = new WeakMap<LiveComposition, number>()
  private last = 0

  constructor(most = MOST) {
    this.kept = new LRUCache({ max: most })
  }

  get size(): number {
    return this.kept.size
  }

  /** `isCurrent`: whether what is kept can be used. */
  get(
    { live, owner, kind = '' }: { live: LiveComposition; owner: OwnedPage | undefined; kind?: string },
    make: () => Made,
    isCurrent: (made: Made) => boolean = () => true,
  ): Made {
    const key = `${this.numberOf(live)} ${kind} ${owner?.section} ${owner?.page.pattern}`
    const known = this.kept.get(key)
    if (known && isCurrent(known)) return known
    const made = make()
    this.kept.set(key, made)
    return made
  }

  /** Two may have the same id, and nothing that is kept here keeps a composition that is closed. */
  private numberOf(live: LiveComposition): number {
    const known = this.numbers.get(live)
    if (known !== undefined) return known
    this.last += 1
    this.numbers.set(live, this.last)
    return this.last
  }
}
