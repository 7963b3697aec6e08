import type { SearchHit } from '@marram/api-contract/search'
import { isApiError } from '@marram/sdk/api-error'
import { useEffect, useRef, useState } from 'react'
import { findOnSite, hasNoSearch } from './found'

const MOST = 6
const SHORTEST = 2

/** For as long as this page is open. */
let noSearch = false

/**
 * The best of what the site has on what is being typed. While an answer is awaited the hits are those of the words
 * before; undefined where nothing was asked yet.
 */
export function useSuggestions(text: string, wanted: boolean): { hits: SearchHit[] | undefined; noSearch: boolean } {
  const [hits, setHits] = useState<SearchHit[]>()
  const answers = useRef(new Map<string, SearchHit[]>())
  const lastAsked = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text.length < SHORTEST) return setHits(undefined)
    const known = answers.current.get(text)
    if (known) return setHits(known)
    if (!wanted || noSearch) return
    const stale = new AbortController()
    const ask = async () => {
      lastAsked.current = performance.now()
      try {
        const found = await findOnSite({ q: text, size: MOST }, stale.signal)
        answers.current.set(text, found.hits.slice(0, MOST))
        setHits(found.hits.slice(0, MOST))
      } catch (error) {
        if (stale.signal.aborted) return
        if (!isApiError(error)) throw error
        // Searching itself says what is wrong; typing goes on.
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

/** What is typed without a stop is one question. */
const PAUSE_MS = 150
/** Slow typing has a stop after every letter: so often is asked at most. */
const BETWEEN_MS = 600

/** How long to wait with the next question when the last one was asked at `lastAsked`. */
export const waitBefore = (now: number, lastAsked: number) => Math.max(PAUSE_MS, lastAsked + BETWEEN_MS - now)
