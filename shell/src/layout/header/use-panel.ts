import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

const hide = (panel: HTMLElement | null) => panel?.matches(':popover-open') && panel.hidePopover()

/** The ref of a native popover whose button has the same parent. A navigation closes it, and leaving both with Tab. */
export function usePanel() {
  const panel = useRef<HTMLDivElement>(null)
  useOnNavigation(() => hide(panel.current))
  useEffect(() => {
    const around = panel.current?.parentElement
    const closeWhenLeft = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !around?.contains(relatedTarget as Node)) hide(panel.current)
    }
    around?.addEventListener('focusout', closeWhenLeft)
    return () => around?.removeEventListener('focusout', closeWhenLeft)
  }, [])
  return panel
}

/** Calls `left` when another page is asked for, or, where that takes no time, when it is there. */
function useOnNavigation(left: () => void): void {
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
