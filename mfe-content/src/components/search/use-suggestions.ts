import { isApiError } from '@marram/sdk/api-error'
import { isMissing } from '@marram/ui/unless-failed'
import { useEffect, useRef, useState } from 'react'
import { type Found, findOnSite } from './found'

const MOST = 6
const MOST_PAGES = 2
const SHORTEST = 2

/** For as long as this page is open. */
let noSearch = false

type Best = Pick<Found, 'hits' | 'corrected'>

/** The best hits for what is being typed; until a response comes, those of the words before. */
export function useSuggestions(text: string, wanted: boolean): { best: Best | undefined; noSearch: boolean } {
  const [best, setBest] = useState<Best>()
  const cache = useRef(new Map<string, Best>())
  const lastAsked = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text.length < SHORTEST) return setBest(undefined)
    const cached = cache.current.get(text)
    if (cached) return setBest(cached)
    if (!wanted || noSearch) return
    const stale = new AbortController()
    const ask = async () => {
      lastAsked.current = performance.now()
      try {
        const { hits, corrected } = await findOnSite({ q: text, size: MOST, mostPages: MOST_PAGES }, stale.signal)
        const found = { hits: hits.slice(0, MOST), corrected }
        cache.current.set(text, found)
        setBest(found)
      } catch (error) {
        if (stale.signal.aborted) return
        if (!isApiError(error)) throw error
        // The search page explains what is wrong; typing goes on.
        noSearch ||= isMissing(error)
        setBest({ hits: [], corrected: [] })
      }
    }
    const timer = setTimeout(ask, waitBefore(performance.now(), lastAsked.current))
    return () => {
      clearTimeout(timer)
      stale.abort()
    }
  }, [text, wanted])
  return { best, noSearch }
}

/** Letters that follow each other faster make one call. */
const PAUSE_MS = 150
/** Least time between two calls, for slow typing that pauses after every letter. */
const BETWEEN_MS = 600

/** How long to wait before the next call when the last one was sent at `lastAsked`, in milliseconds. */
export const waitBefore = (now: number, lastAsked: number) => Math.max(PAUSE_MS, lastAsked + BETWEEN_MS - now)
