import { useSyncExternalStore } from 'react'

const KEY = 'marram:recent-searches'
const MOST = 6
const LONGEST = 200
const none: string[] = []

let known: { raw: string | null; searches: string[] } = { raw: null, searches: none }
const listeners = new Set<() => void>()

/** What was searched for in this browser, newest first. It never leaves the browser. */
export function recentSearches(): string[] {
  const raw = stored()
  if (raw !== known.raw) known = { raw, searches: read(raw) }
  return known.searches
}

export const rememberSearch = (q: string) => store([q, ...without(q)])
export const forgetSearch = (q: string) => store(without(q))
export const forgetAllSearches = () => store([])

/** The same, followed also in other tabs; none where the page is rendered by the server. */
export const useRecentSearches = () => useSyncExternalStore(subscribe, recentSearches, () => none)

const without = (q: string) => recentSearches().filter((each) => each.toLowerCase() !== q.toLowerCase())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function read(raw: string | null): string[] {
  try {
    const found: unknown = JSON.parse(raw ?? '[]')
    if (!Array.isArray(found)) return none
    return found.filter((each) => typeof each === 'string' && each !== '' && each.length <= LONGEST).slice(0, MOST)
  } catch {
    // Something else is there: as if nothing was kept.
    return none
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Where storage is refused nothing is kept.
    return null
  }
}

function store(searches: string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(searches.slice(0, MOST)))
  } catch {
    // Refused or full: this search is not remembered.
  }
  for (const listener of listeners) listener()
}
