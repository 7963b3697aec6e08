import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { CloseIcon } from '../pictures/icons'
import { closeDialog, showModal } from './dialog'
import css from './lightbox-dialog.module.css'

type Props = {
  label: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLDialogElement>) => void
  children: ReactNode
}

function closeBeside({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
  if (!(target as Element).closest('a, button, iframe')) currentTarget.close()
}

/** The dark dialog of pictures and films. Escape, × and any click beside the controls close it. */
export function LightboxDialog({ label, onClose, onKeyDown, children }: Props) {
  return (
    <dialog
      ref={showModal}
      className={css.dialog}
      data-covers
      aria-label={label}
      onClick={closeBeside}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <button type="button" className={`${css.round} ${css.close}`} onClick={closeDialog} aria-label="Close">
        <CloseIcon />
      </button>
      {children}
    </dialog>
  )
}
