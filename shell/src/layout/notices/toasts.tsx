import { type Toast, useToasts } from '@marram/sdk/toast'
import { CheckIcon, CloseIcon, WarningIcon } from '@marram/ui/icons'
import { useEffect, useRef, useState } from 'react'
import css from './toasts.module.css'

/** Two live regions that are always there: success is announced politely, errors at once. Neither takes the focus. */
export function Toasts() {
  const { list, dismiss } = useToasts()
  const shown = (kind: Toast['kind']) =>
    list.filter((toast) => toast.kind === kind).map((toast) => <Card key={toast.id} {...toast} dismiss={dismiss} />)
  return (
    <div className={css.stack}>
      <div role="status" aria-atomic="false">
        {shown('success')}
      </div>
      <div role="alert" aria-atomic="false">
        {shown('error')}
      </div>
    </div>
  )
}

function Card({ id, kind, title, message, life, closable, dismiss }: Toast & { dismiss: (id: number) => void }) {
  const [paused, setPaused] = useState(false)
  const cameFrom = useRef<EventTarget>(null)
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => dismiss(id), life)
    return () => clearTimeout(timer)
  }, [id, life, paused, dismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses its timer
    <div
      className={css.toast}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget
        setPaused(true)
      }}
      onBlur={() => setPaused(false)}
    >
      <span className={`${css.sign} ${css[kind]}`}>{kind === 'success' ? <CheckIcon /> : <WarningIcon />}</span>
      <p className={css.words}>
        <strong>{title}</strong> <span>{message}</span>
      </p>
      {closable && (
        <button
          type="button"
          className={css.close}
          aria-label="Close message"
          onClick={() => {
            // Otherwise the focus would be lost with the button.
            if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
            dismiss(id)
          }}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
