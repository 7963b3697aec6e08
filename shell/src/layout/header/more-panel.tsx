import { ChevronIcon } from '@marram/ui/icons'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router-dom'
import { moreItems } from '../site'
import { currentMark } from './current-mark'
import { useMarkedPath } from './marked-path'
import css from './more-panel.module.css'
import { NavLink } from './nav-link'

const hide = (panel: HTMLElement | null) => panel?.matches(':popover-open') && panel.hidePopover()

/**
 * A button that discloses a list of links. The panel is a native popover: the browser opens it, without JavaScript too,
 * closes it on Escape or a press outside and returns the focus; leaving it with Tab closes it as well.
 */
export function More({ className }: { className?: string }) {
  const panel = useRef<HTMLDivElement>(null)
  // Unknown until hydration, so that the browser's own state is announced where there is no JavaScript.
  const [open, setOpen] = useState<boolean>()
  const pathname = useMarkedPath()
  const { location: next } = useNavigation()
  useEffect(() => setOpen(panel.current?.matches(':popover-open')), [])
  // When the next page is asked for: that it is there may take a while.
  useEffect(() => {
    if (next) hide(panel.current)
  }, [next])
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
      <div
        className={css.panel}
        id="more"
        ref={panel}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
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
