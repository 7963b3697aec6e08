import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { CloseIcon } from '../pictures/icons'
import css from './lightbox-dialog.module.css'

type Props = {
  label: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLDialogElement>) => void
  children: ReactNode
}

/** For a control inside of an overlay: the browser then returns the focus to where it was. */
export const closeOverlay = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.closest('dialog')?.close()

/** The dark room in which pictures and films are shown. Escape, × and every click beside the controls leave it. */
export function LightboxDialog({ label, onClose, onKeyDown, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [])
  const closeBeside = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('a, button, iframe')) ref.current?.close()
  }
  return (
    <dialog
      ref={ref}
      className={css.dialog}
      aria-label={label}
      onClick={closeBeside}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <button type="button" className={`${css.round} ${css.close}`} onClick={closeOverlay} aria-label="Close">
        <CloseIcon />
      </button>
      {children}
    </dialog>
  )
}
