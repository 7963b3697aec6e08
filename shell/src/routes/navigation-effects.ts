import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState, useLocation, useNavigation } from 'react-router-dom'

/**
 * Scrolls to the top and focuses the heading after every navigation. A page stays where it is if the link has
 * `preventScrollReset`, as tabs do, if only the query changes while the visitor is in a field, or if something is opened
 * or closed over it.
 */
export function useNavigationEffects(): void {
  const location = useLocation()
  const { state } = useNavigation()
  const stays = useContext(RouterState)?.preventScrollReset
  const shown = useRef(location)
  useEffect(() => {
    const before = shown.current
    if (state !== 'idle' || before.key === location.key) return
    shown.current = location
    const samePage = before.pathname === location.pathname
    // A hash without an element on the page belongs to an overlay.
    const isOver = ({ hash }: { hash: string }) => hash !== '' && !document.getElementById(idIn(hash))
    if (samePage && before.search === location.search && (isOver(before) || isOver(location))) return
    if (stays || (samePage && document.activeElement?.matches('input, textarea, select'))) return
    const target = location.hash ? document.getElementById(idIn(location.hash)) : null
    if (target) target.scrollIntoView()
    else scrollTo(0, 0)
    const heading = (target ?? document).querySelector<HTMLElement>(target ? 'h1, h2, h3' : 'main h1')
    const read = heading ?? target ?? document.querySelector<HTMLElement>('main')
    if (!read) return
    if (read.tabIndex < 0) read.setAttribute('tabindex', '-1')
    read.focus({ preventScroll: true })
  }, [location, state, stays])
}

/** Leaves scrolling to `useNavigationEffects`; after a reload the browser restores the position. Returns a function that stops it. */
export function takeOverScrolling(): () => void {
  const ending = new AbortController()
  const restoreBy = (way: ScrollRestoration) => () => {
    history.scrollRestoration = way
  }
  restoreBy('manual')()
  addEventListener('pageshow', restoreBy('manual'), { signal: ending.signal })
  addEventListener('pagehide', restoreBy('auto'), { signal: ending.signal })
  return () => ending.abort()
}

/** As browsers decode it: invalid encodings stay unchanged. */
function idIn(hash: string): string {
  const id = hash.slice(1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
