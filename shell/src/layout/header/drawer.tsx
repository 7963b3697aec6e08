import { CloseIcon, MenuIcon } from '@marram/ui/icons'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router-dom'
import { Logo } from '../logo'
import { mainItems, moreItems, smallPrint } from '../site'
import css from './drawer.module.css'
import { NavLink } from './nav-link'
import { SessionControl } from './session-control'

const ID = 'menu'

function openAsDialog(drawer: HTMLDialogElement): void {
  drawer.showModal()
  drawer.querySelector('button')?.focus()
}

/** The menu of narrow screens: a button and a native dialog. Without JavaScript it opens the same as a popover. */
export function Drawer({ className }: { className?: string }) {
  const drawer = useRef<HTMLDialogElement>(null)
  // Unknown until hydration, so that the browser's own state is announced where there is no JavaScript.
  const [open, setOpen] = useState<boolean>()
  const { location: next } = useNavigation()
  const location = useLocation()
  const shown = useRef(location)
  useEffect(() => {
    const early = drawer.current?.matches(':popover-open')
    setOpen(early)
    if (!early) return
    drawer.current?.hidePopover()
    openAsDialog(drawer.current as HTMLDialogElement)
  }, [])
  // When the next page is asked for, since that it is there may take a while; and when it is there, where that took none.
  useEffect(() => {
    const isThere = shown.current !== location
    shown.current = location
    if (next || isThere) drawer.current?.close()
  }, [next, location])
  const show = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    // The dialog gives the focus back to what has it now; Safari gives none to a button that is pressed.
    event.currentTarget.focus()
    openAsDialog(drawer.current as HTMLDialogElement)
    setOpen(true)
  }
  const close = (event?: MouseEvent) => {
    // The button's own effect would open it again, as a popover.
    event?.preventDefault()
    drawer.current?.close()
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Open menu"
        aria-expanded={open}
        popoverTarget={ID}
        onClick={show}
      >
        <MenuIcon />
      </button>
      <dialog
        className={css.drawer}
        id={ID}
        ref={drawer}
        popover="auto"
        aria-label="Menu"
        onClose={() => setOpen(false)}
      >
        <div className={css.top}>
          <Logo />
          <button type="button" className={css.close} aria-label="Close menu" popoverTarget={ID} onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <nav className={css.links} aria-label="Menu">
          {[mainItems, moreItems].map((items) => (
            <ul key={items[0]?.to} className={css.group}>
              {items.map((item) => (
                <li key={item.to}>
                  <NavLink item={item} className={css.link} />
                </li>
              ))}
            </ul>
          ))}
          <ul className={css.small}>
            {smallPrint.map(({ title, to }) => (
              <li key={to}>
                <Link to={to}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.foot}>
          <SessionControl className={css.session} onLogOut={close} />
        </div>
      </dialog>
    </>
  )
}
