import { type ReactNode, useCallback, useId, useRef } from 'react'
import { createPortal } from 'react-dom'

type DialogProps = {
  title: string
  /** While something goes on that it will show the outcome of: Escape does not close it then. */
  busy: boolean
  closed: () => void
  children: (close: () => void) => ReactNode
}

/** Above the page until it is closed; the focus goes back to where it was. */
export function Dialog({ title, busy, closed, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const open = useCallback((element: HTMLDialogElement | null) => {
    dialog.current = element
    element?.showModal()
  }, [])
  // Wherever its button is, in a table or a list: its words are no part of that.
  return createPortal(
    <dialog
      ref={open}
      aria-labelledby={heading}
      onCancel={(event) => {
        if (busy) event.preventDefault()
      }}
      onClose={closed}
    >
      <div className="sheet">
        <h2 id={heading}>{title}</h2>
        {children(() => dialog.current?.close())}
      </div>
    </dialog>,
    document.body,
  )
}
