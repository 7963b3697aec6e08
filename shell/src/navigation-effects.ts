import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

/** After every navigation, Back and Forward included: top of the page, focus on its heading. The first load is left as the browser made it. */
export function useNavigationEffects(): void {
  const location = useLocation()
  const { state } = useNavigation()
  const shown = useRef(location.key)
  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])
  useEffect(() => {
    if (state !== 'idle' || shown.current === location.key) return
    shown.current = location.key
    const target = location.hash ? document.getElementById(idIn(location.hash)) : null
    if (target) target.scrollIntoView()
    else scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [location, state])
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
