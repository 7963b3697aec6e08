import { LRUCache } from 'lru-cache'
import { type LiveComposition, type OwnedPage, ownerOf } from '../compositions/live-composition'

/** The declared parameters of a query, in one order. Others do not change the page and are not passed to sections. */
export function declaredSearch(owner: OwnedPage | undefined, search: string): string {
  const declared = owner?.page.query
  if (!declared || search === '') return ''
  const given = new URLSearchParams(search)
  const entries = declared.toSorted().flatMap((name) => given.getAll(name).map((value) => [name, value]))
  const text = new URLSearchParams(entries as [string, string][]).toString()
  return text && `?${text}`
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

/** Each may be 70 KB, and is quickly created again. */
const MOST_VALUES = 256

type Key = { live: LiveComposition; owner: OwnedPage | undefined; kind?: string }

/** The last values that were created for pages of compositions: there may be thousands. */
export class PageMemo<Value extends object> {
  private readonly values = new LRUCache<string, Value>({ max: MOST_VALUES })

  get({ live, owner, kind = '' }: Key, create: () => Value): Value {
    const key = `${live.number} ${kind} ${owner?.section} ${owner?.page.pattern}`
    const value = this.values.get(key) ?? create()
    this.values.set(key, value)
    return value
  }
}
