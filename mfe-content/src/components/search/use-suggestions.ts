import type { SearchHit } from '@marram/api-contract/search'
import { isApiError } from '@marram/sdk/api-error'
import { useEffect, useRef, useState } from 'react'
import { findOnSite, hasNoSearch } from './found'

const MOST = 6
const SHORTEST = 2

/** For as long as this page is open. */
let noSearch = false

/** The best hits for what is being typed; until a response comes, those of the words before. */
export function useSuggestions(text: string, wanted: boolean): { hits: SearchHit[] | undefined; noSearch: boolean } {
  const [hits, setHits] = useState<SearchHit[]>()
  const cache = useRef(new Map<string, SearchHit[]>())
  const lastAsked = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text.length < SHORTEST) return setHits(undefined)
    const cached = cache.current.get(text)
    if (cached) return setHits(cached)
    if (!wanted || noSearch) return
    const stale = new AbortController()
    const ask = async () => {
      lastAsked.current = performance.now()
      try {
        const found = await findOnSite({ q: text, size: MOST }, stale.signal)
        cache.current.set(text, found.hits.slice(0, MOST))
        setHits(found.hits.slice(0, MOST))
      } catch (error) {
        if (stale.signal.aborted) return
        if (!isApiError(error)) throw error
        // The search page explains what is wrong; typing goes on.
        noSearch ||= hasNoSearch(error)
        setHits([])
      }
    }
    const timer = setTimeout(ask, waitBefore(performance.now(), lastAsked.current))
    return () => {
      clearTimeout(timer)
      stale.abort()
    }
  }, [text, wanted])
  return { hits, noSearch }
}

/** Letters that follow each other faster make one call. */
const PAUSE_MS = 150
/** Least time between two calls, for slow typing that pauses after every letter. */
const BETWEEN_MS = 600

/** How long to wait before the next call when the last one was sent at `lastAsked`, in milliseconds. */
export const waitBefore = (now: number, lastAsked: number) => Math.max(PAUSE_MS, lastAsked + BETWEEN_MS - now)
