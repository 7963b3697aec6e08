import { ChevronIcon } from '@marram/ui/icons'
import { type FocusEvent, useRef, useSyncExternalStore } from 'react'
import { moreItems } from '../site'
import css from './more-panel.module.css'
import { currentMark, NavLink, useMarkedPath } from './nav-link'
import { useOnNavigation } from './use-on-navigation'

const hide = (panel: HTMLElement | null) => panel?.matches(':popover-open') && panel.hidePopover()

function onToggle(changed: () => void): () => void {
  document.addEventListener('toggle', changed, true)
  return () => document.removeEventListener('toggle', changed, true)
}

/**
 * A button that discloses a list of links. The panel is a native popover: the browser opens it, without JavaScript too,
 * closes it on Escape or a press outside and returns the focus; leaving it with Tab closes it as well.
 */
export function More({ className }: { className?: string }) {
  const panel = useRef<HTMLDivElement>(null)
  // Unknown until hydration, so that the browser's own state is announced where there is no JavaScript.
  const open = useSyncExternalStore<boolean | undefined>(
    onToggle,
    () => panel.current?.matches(':popover-open') ?? false,
    () => undefined,
  )
  const pathname = useMarkedPath()
  useOnNavigation(() => hide(panel.current))
  const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) hide(panel.current)
  }
  return (
    <li onBlur={closeWhenLeft}>
      <button
        type="button"
        className={className}
        popoverTarget="more"
        aria-expanded={open}
        aria-current={moreItems.some((item) => currentMark(item, pathname)) || undefined}
      >
        More <ChevronIcon className={css.chevron} />
      </button>
      <div className={css.panel} id="more" ref={panel} popover="auto">
        <ul className={css.items}>
          {moreItems.map((item) => (
            <li key={item.to}>
              <NavLink item={item} className={css.item}>
                <span className={css.title}>{item.title}</span>
                <span className={css.says}>{item.says}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
