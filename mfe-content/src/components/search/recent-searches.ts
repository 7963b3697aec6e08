import { LONGEST_QUERY } from '@marram/api-contract/search'
import { unlessRefused } from '@marram/sdk/storage'
import { useSyncExternalStore } from 'react'

const KEY = 'marram:recent-searches'
const MOST = 6
const listeners = new Set<() => void>()

/** What was searched for in this browser, newest first. It never leaves the browser. */
export const recentSearches = () => read(stored())

export const rememberSearch = (q: string) => store([q, ...without(q)])
export const forgetSearch = (q: string) => store(without(q))
export const forgetAllSearches = () => store([])

/** The same as state, also after changes in other tabs; empty while a server renders. */
export const useRecentSearches = () => read(useSyncExternalStore(subscribe, stored, () => null))

const without = (q: string) => recentSearches().filter((each) => each.toLowerCase() !== q.toLowerCase())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const read = (raw: string | null): string[] =>
  unlessRefused(() => {
    const found: unknown = JSON.parse(raw ?? '[]')
    if (!Array.isArray(found)) return []
    return found
      .filter((each) => typeof each === 'string' && each !== '' && each.length <= LONGEST_QUERY)
      .slice(0, MOST)
  }, [])

const stored = () => unlessRefused(() => localStorage.getItem(KEY), null)

/** A search that the browser refuses to store is not remembered. */
function store(searches: string[]): void {
  unlessRefused(() => {
    if (searches.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(searches.slice(0, MOST)))
  }, undefined)
  for (const listener of listeners) listener()
}
