import type { KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { CloseIcon } from '../pictures/icons'
import { showModal } from './dialog'
import css from './lightbox-dialog.module.css'

type Props = {
  label: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLDialogElement>) => void
  children: ReactNode
}

/** Closed before it is removed, so that the browser returns the focus to where it was. */
function showWhileRendered(dialog: HTMLDialogElement) {
  showModal(dialog)
  return () => dialog.close()
}

/** The dark dialog of pictures and films. Escape, × and any click beside the controls close it. */
export function LightboxDialog({ label, onClose, onKeyDown, children }: Props) {
  const closeBeside = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('a, button, iframe')) onClose()
  }
  // It stays until its history entry is left.
  const closeByKey = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={showWhileRendered}
      className={css.dialog}
      data-covers
      aria-label={label}
      onClick={closeBeside}
      onKeyDown={onKeyDown}
      onCancel={closeByKey}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <button type="button" className={`${css.round} ${css.close}`} onClick={onClose} aria-label="Close">
        <CloseIcon />
      </button>
      {children}
    </dialog>
  )
}
