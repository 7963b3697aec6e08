import { useLocation, useNavigate } from '@marram/sdk/router'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * The history entry of what a visitor opens over the page: Back and `close` leave it, Forward and a reload open it again.
 * Its address has a hash, because the router loads a page again for a step to the same address. What is open stands in
 * the entry's state, so that a shared link opens nothing. `onLeft` is called when a Back leaves the entry before `opened`
 * has named it.
 */
export function useOverlayEntry(onLeft?: () => void) {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  // The last step, until the router is there. A second press, or a second Escape, before that would be another step.
  const step = useRef<{ from: string; opens: boolean; isClosed?: boolean }>(undefined)
  const begin = (opens: boolean, go: () => void) => {
    if (step.current) return false
    step.current = { from: key, opens }
    go()
    return true
  }
  const back = () => begin(false, () => void navigate(-1))
  const arrive = useEffectEvent((at: string) => {
    if (!step.current || step.current.from === at) return
    const { isClosed } = step.current
    step.current = undefined
    if (isClosed) back()
  })
  useEffect(() => arrive(key), [key])
  const leave = useEffectEvent(() => {
    if (!step.current?.opens) return
    step.current = undefined
    onLeft?.()
  })
  useEffect(() => {
    const onPop = () => leave()
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])
  return {
    /** What is open, by the name that it was opened with. */
    opened: (state as { over?: string } | null)?.over,
    /** Returns whether it began: not while another step is under way. `after`: what the router, which takes long, has to wait for. */
    open: (name: string, after?: Promise<void>) =>
      begin(true, () => {
        const own = step.current
        const go = () => void navigate({ search, hash: 'opened' }, { state: { over: name }, preventScrollReset: true })
        if (after) void after.then(() => step.current === own && go())
        else go()
      }),
    close: () => {
      // What is closed before its entry is there is closed as soon as that is.
      if (!back() && step.current?.opens) step.current.isClosed = true
    },
  }
}
