import { LRUCache } from 'lru-cache'
import { type LiveComposition, type OwnedPage, ownerOf } from '../compositions/live-composition'

const numbers = new WeakMap<LiveComposition, number>()
let last = 0

/**
 * Compositions of one id may have other releases to fall back to, and those are in their pages. By number, nothing that
 * is cached keeps a composition that is closed.
 */
function numberOf(live: LiveComposition): number {
  const known = numbers.get(live)
  if (known) return known
  last += 1
  numbers.set(live, last)
  return last
}

/** The declared part of a query, in one order: what else is in it changes nothing on the page and is passed to no section. */
export function declaredSearch(owner: OwnedPage | undefined, search: string): string {
  const declared = owner?.page.query
  if (!declared || search === '') return ''
  const given = new URLSearchParams(search)
  const kept = declared.toSorted().flatMap((name) => given.getAll(name).map((value) => [name, value]))
  const text = new URLSearchParams(kept as [string, string][]).toString()
  return text && `?${text}`
}

/** What distinguishes pages. The path as it is written holds pattern and parameters, and marks the current link. */
export const pageKey = (live: LiveComposition, path: string, search: string): string =>
  `${numberOf(live)} ${path}${search}`

/** All addresses without an owner have one page, under a name that no path can be. */
export const missingKey = (live: LiveComposition): string => `${numberOf(live)} missing`

/** An address without an owner: what is rendered there knows nothing of the one that was asked for. */
export function addressOfMissing(live: LiveComposition): string {
  const path = '/not-found'
  // No pattern is deeper than the longest of them.
  const longest = Math.max(0, ...live.pages.map(({ page }) => page.pattern.split('/').length))
  return ownerOf(live, path) ? path.repeat(longest) : path
}

/**
 * Whether a client can make up any number of addresses like this one: it has a query, or is written in another way
 * than links write it, such as in capital letters.
 */
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

/** Each may be some 70 KB: what is needed again is quickly created again. */
const MOST = 256

type Key = { live: LiveComposition; owner: OwnedPage | undefined; kind?: string }

/** Created values for pages of compositions: there may be dozens of those, each with dozens of pages. */
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
