import { useEffect, useRef } from 'react'
import { useOnNavigation } from './use-on-navigation'

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
