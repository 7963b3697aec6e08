import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
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

const showModal = (dialog: HTMLDialogElement | null) => void (dialog?.open || dialog?.showModal())

function closeBeside({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
  if (!(target as Element).closest('a, button, iframe')) currentTarget.close()
}

/** The dark room in which pictures and films are shown. Escape, × and every click beside the controls leave it. */
export function LightboxDialog({ label, onClose, onKeyDown, children }: Props) {
  return (
    <dialog
      ref={showModal}
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
