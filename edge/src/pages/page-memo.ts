import { LRUCache } from 'lru-cache'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { numberOf } from './page-key'

/** Each may be some 70 KB: what is needed again is quickly created again. */
const MOST = 256

type Key = { live: LiveComposition; owner: OwnedPage | undefined; kind?: string }

/** What was created lately for pages of compositions: there may be dozens of those, each with dozens of pages. */
export class PageMemo<Value extends object> {
  private readonly values: LRUCache<string, Value>

  constructor(most = MOST) {
    this.values = new LRUCache({ max: most })
  }

  get size(): number {
    return this.values.size
  }

  /** `isCurrent`: whether a cached value can be used. */
  get({ live, owner, kind = '' }: Key, create: () => Value, isCurrent: (value: Value) => boolean = () => true): Value {
    const key = `${numberOf(live)} ${kind} ${owner?.section} ${owner?.page.pattern}`
    const known = this.values.get(key)
    if (known && isCurrent(known)) return known
    const value = create()
    this.values.set(key, value)
    return value
  }
}
