import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

/** Calls `left` when another page is asked for, or, where that takes no time, when it is there. */
export function useOnNavigation(left: () => void): void {
  const { location: next } = useNavigation()
  const location = useLocation()
  const shown = useRef(location)
  const onNavigation = useEffectEvent(left)
  useEffect(() => {
    const isThere = shown.current !== location
    shown.current = location
    if (next || isThere) onNavigation()
  }, [next, location])
}
