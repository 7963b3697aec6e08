import { CloseIcon, MenuIcon } from '@marram/ui/icons'
import { type MouseEvent, useCallback, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Logo } from '../logo'
import { mainItems, type NavItem, smallPrint } from '../site'
import { Asks } from './asks'
import css from './drawer.module.css'
import { NavLink } from './nav-link'
import { SessionControl } from './session-control'
import { useOnNavigation } from './use-on-navigation'

const ID = 'menu'

function openAsDialog(drawer: HTMLDialogElement): void {
  drawer.showModal()
  drawer.querySelector('button')?.focus()
}

/** The menu of narrow screens: a button and a native dialog, which opens as a popover without JavaScript. */
export function Drawer({ className, more }: { className?: string; more: NavItem[] }) {
  const drawer = useRef<HTMLDialogElement>(null)
  // Unknown until hydration, so that the browser's own state is announced where there is no JavaScript.
  const [open, setOpen] = useState<boolean>()
  // A menu that was opened before hydration becomes a dialog.
  const attach = useCallback((dialog: HTMLDialogElement | null) => {
    drawer.current = dialog
    const early = dialog?.matches(':popover-open')
    setOpen(early)
    if (!early) return
    dialog?.hidePopover()
    openAsDialog(dialog as HTMLDialogElement)
  }, [])
  useOnNavigation(() => drawer.current?.close())
  const show = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    // The dialog returns the focus to what has it now, and Safari does not focus a pressed button.
    event.currentTarget.focus()
    openAsDialog(drawer.current as HTMLDialogElement)
    setOpen(true)
  }
  const close = (event?: MouseEvent) => {
    // By default the button would open it again, as a popover.
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
        ref={attach}
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
          {[mainItems, more].map((items) => (
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
          <Asks className={css.asks} />
          <SessionControl className={css.session} onLogOut={close} />
        </div>
      </dialog>
    </>
  )
}
