import { useLocation, useNavigate } from '@marram/sdk/router'
import { useEffect, useRef } from 'react'

/**
 * The history entry of what a visitor opens over the page: Back and `close` leave it, Forward and a reload open it again.
 * Its address has a hash, because the router loads a page again for a step to the same address. What is open stands in
 * the entry's state, so that a shared link opens nothing.
 */
export function useOverlayEntry() {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  // Where the last step began. A second press, or a second Escape, before the router is there would be another step.
  const left = useRef<string>(undefined)
  useEffect(() => {
    if (left.current !== key) left.current = undefined
  }, [key])
  const step = (go: () => void) => {
    if (left.current === key) return false
    left.current = key
    go()
    return true
  }
  return {
    /** What is open, by the name that it was opened with. */
    opened: (state as { over?: string } | null)?.over,
    /** Returns whether it began: not while another step is under way. */
    open: (name: string) =>
      step(() => void navigate({ search, hash: 'opened' }, { state: { over: name }, preventScrollReset: true })),
    close: () => step(() => void navigate(-1)),
  }
}
