import { CloseIcon } from '@marram/ui/icons'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import css from './drawer.module.css'
import { Logo } from './logo'
import { SessionControl } from './session-control'
import { mainItems, moreItems, smallPrint } from './site'

type DrawerState = {
  id: string
  ref: RefObject<HTMLDialogElement | null>
  closeButton: RefObject<HTMLButtonElement | null>
  open: boolean | undefined
  show: (event: MouseEvent) => void
  onClose: () => void
}

/** A native dialog. Without JavaScript its button opens the same element as a popover. */
export function useDrawer(): DrawerState {
  const ref = useRef<HTMLDialogElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean>()
  const { key } = useLocation()
  useEffect(() => setOpen(false), [])
  useEffect(() => ref.current?.close(), [key])
  const show = (event: MouseEvent) => {
    event.preventDefault()
    ref.current?.showModal()
    closeButton.current?.focus()
    setOpen(true)
  }
  return { id: 'menu', ref, closeButton, open, show, onClose: () => setOpen(false) }
}

export function Drawer({ id, ref, closeButton, onClose }: DrawerState) {
  const close = (event: MouseEvent) => {
    if (!ref.current?.open) return
    event.preventDefault()
    ref.current.close()
  }
  return (
    <dialog className={css.drawer} id={id} ref={ref} popover="auto" aria-label="Menu" onClose={onClose}>
      <div className={css.top}>
        <Logo />
        <button
          ref={closeButton}
          type="button"
          className={css.close}
          aria-label="Close menu"
          popoverTarget={id}
          onClick={close}
        >
          <CloseIcon />
        </button>
      </div>
      <nav className={css.links} aria-label="Menu">
        {[mainItems, moreItems].map((items) => (
          <ul key={items[0]?.to} className={css.group}>
            {items.map(({ title, to }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/'} className={css.link}>
                  {title}
                </NavLink>
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
        <SessionControl className={css.session} />
      </div>
    </dialog>
  )
}
