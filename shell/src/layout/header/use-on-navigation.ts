import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

/** Calls `left` when another page is asked for, which may take a while, and when it is there, where that took no time. */
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
