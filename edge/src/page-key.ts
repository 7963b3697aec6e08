import type { LiveComposition, OwnedPage } from './live-composition'

const numbers = new WeakMap<LiveComposition, number>()
let last = 0

/** Compositions of one id may have other releases to fall back to, and those are in their pages. */
function numberOf(live: LiveComposition): number {
  const known = numbers.get(live)
  if (known) return known
  last += 1
  numbers.set(live, last)
  return last
}

/** The declared part of a query, in one order: what else is in it changes nothing on the page and is nobody else's business. */
export function declaredSearch(owner: OwnedPage | undefined, search: string): string {
  const declared = owner?.page.query
  if (!declared || search === '') return ''
  const given = new URLSearchParams(search)
  const kept = declared.toSorted().flatMap((name) => given.getAll(name).map((value) => [name, value]))
  const text = new URLSearchParams(kept as [string, string][]).toString()
  return text && `?${text}`
}

/** What tells pages apart. The path as it is written holds pattern and parameters, and marks the current link. */
export const pageKey = (live: LiveComposition, path: string, search: string): string =>
  `${numberOf(live)} ${path}${search}`
