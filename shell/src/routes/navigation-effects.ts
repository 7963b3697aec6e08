import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState, useLocation, useNavigation } from 'react-router-dom'

/**
 * After every navigation, Back and Forward included: top of the page, focus on its heading. The first load is left as
 * the browser made it. A page stays as it is where the link says `preventScrollReset`, as tabs do, and where only the
 * query changes while the visitor is in a field: taking the focus away would interrupt them.
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

/** Leaves the place on a page to `useNavigationEffects`, but not after a reload: then the browser finds it. Returns how to stop. */
export function takeOverScrolling(): () => void {
  const ours = () => {
    history.scrollRestoration = 'manual'
  }
  const browsers = () => {
    history.scrollRestoration = 'auto'
  }
  ours()
  addEventListener('pageshow', ours)
  addEventListener('pagehide', browsers)
  return () => {
    removeEventListener('pageshow', ours)
    removeEventListener('pagehide', browsers)
  }
}

/** Written as browsers read it: what is not properly encoded is meant as it stands. */
function idIn(hash: string): string {
  const id = hash.slice(1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
