import { ChevronIcon } from '@marram/ui/icons'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import css from './more-panel.module.css'
import { moreItems } from './site'

/**
 * A button that discloses a list of links. The panel is a native popover: the browser opens it, without JavaScript too,
 * closes it on Escape or a press outside and returns the focus; leaving it with Tab closes it as well.
 */
export function More({ className }: { className?: string }) {
  const panel = useRef<HTMLDivElement>(null)
  // Unknown until hydration, so that the browser's own state is announced where there is no JavaScript.
  const [open, setOpen] = useState<boolean>()
  const { key } = useLocation()
  const close = () => panel.current?.matches(':popover-open') && panel.current.hidePopover()
  useEffect(() => setOpen(false), [])
  useEffect(() => void close(), [key])
  const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  return (
    <li onBlur={closeWhenLeft}>
      <button type="button" className={className} popoverTarget="more" aria-expanded={open}>
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
          {moreItems.map(({ title, to, says }) => (
            <li key={to}>
              <NavLink to={to} className={css.item}>
                <span className={css.title}>{title}</span>
                <span className={css.says}>{says}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
