import { type ReactNode, useCallback, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../page/page'
import { Problem, useSending } from './sending'

type DialogProps = {
  title: string
  /** On the button. */
  verb: string
  danger?: boolean | undefined
  /** Rejects with what the registry refused; a text is what is missing before anything can be sent. */
  send: (close: () => void) => Promise<void> | string
  closed: () => void
  /** The fields, and what is shown with them. */
  children: ReactNode
  /** Replaces the form after it was sent. */
  outcome?: ((close: () => void) => ReactNode) | undefined
}

/** A form above the page until it is closed; then the focus goes back to where it was. Escape does not close it while it sends. */
export function FormDialog({ title, verb, danger, send, closed, children, outcome }: DialogProps) {
  const { busy, problem, submit } = useSending()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const open = useCallback((element: HTMLDialogElement | null) => {
    dialog.current = element
    element?.showModal()
  }, [])
  const close = () => dialog.current?.close()
  // In the body: its button may be in a table or a list, which its words are no part of.
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
        {outcome?.(close) ?? (
          <form onSubmit={submit(() => send(close))} noValidate>
            {children}
            <Problem>{problem}</Problem>
            <div className="buttons">
              <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
                {busy ? `${verb} …` : verb}
              </Button>
              <Button busy={busy} onClick={close}>
                Cancel
              </Button>
            </div>
          </form>
        )}
      </div>
    </dialog>,
    document.body,
  )
}

/** What a form will do, before it is sent. */
export const Effects = ({ effects }: { effects: string[] }) => (
  <>
    <h3>What will change</h3>
    <ul className="effects">
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  </>
)
