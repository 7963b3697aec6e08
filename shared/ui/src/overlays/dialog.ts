import type { MouseEvent } from 'react'

/** The ref of a dialog that is open for as long as it is rendered. */
export const showModal = (dialog: HTMLDialogElement | null) => void (dialog?.open || dialog?.showModal())

/** For a control inside a dialog: the browser then returns the focus to where it was. */
export const closeDialog = ({ currentTarget }: MouseEvent) => currentTarget.closest('dialog')?.close()
