import { CloseIcon, MenuIcon } from '@marram/ui/icons'
import { useOverlayEntry } from '@marram/ui/overlay-entry'
import { type MouseEvent, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { Logo } from '../logo'
import { mainItems, type NavItem, smallPrint } from '../site'
import { Asks } from './asks'
import css from './drawer.module.css'
import { NavLink } from './nav-link'
import { SessionControl } from './session-control'

const ID = 'menu'

function showDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  dialog.querySelector('button')?.focus()
}

const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))

/** The menu of narrow screens: a button and a native dialog, which opens as a popover without JavaScript. */
export function Drawer({ className, more }: { className?: string; more: NavItem[] }) {
  const drawer = useRef<HTMLDialogElement>(null)
  // Unknown until hydration, so that the browser's own state is announced where there is no JavaScript.
  const [open, setOpen] = useState<boolean>()
  const entry = useOverlayEntry(() => drawer.current?.close())
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  // Not during a navigation.
  const isWanted = entry.opened === ID && next === undefined
  const follow = useEffectEvent((isWanted: boolean) => {
    const dialog = drawer.current
    const isEarly = dialog?.matches(':popover-open')
    if (isEarly) dialog?.hidePopover()
    if (isEarly && !isWanted) return entry.open(ID)
    setOpen(isWanted)
    if (isWanted) showDialog(dialog)
    else dialog?.close()
  })
  // A menu that was opened before hydration becomes a dialog.
  useEffect(() => {
    follow(isWanted)
  }, [isWanted])
  const show = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    // The dialog returns the focus to the focused element, and Safari does not focus a pressed button.
    event.currentTarget.focus()
    // At once: the history's entry comes through the router, which would keep it from being painted.
    if (entry.open(ID, painted())) showDialog(drawer.current)
  }
  const close = (event?: SyntheticEvent) => {
    // By default the button would open it again, as a popover, and Escape would not wait for the history.
    event?.preventDefault()
    if (isWanted || drawer.current?.open) entry.close()
  }
  /** A chosen page replaces the menu in the history; the page behind it already has an entry. */
  const choose = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || !isWanted || event.ctrlKey || event.metaKey || event.shiftKey) return
    const isBehind = link.pathname === pathname && link.search === search
    if (isBehind) return close(event)
    event.preventDefault()
    void navigate(link.pathname + link.search, { replace: true })
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
        onCancel={close}
        onClose={close}
        onClickCapture={choose}
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
