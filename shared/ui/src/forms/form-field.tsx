import type { ReactNode } from 'react'
import { WarningIcon } from '../pictures/icons'
import css from './form-field.module.css'

/** Attributes that connect a control with its label, hint and error. */
export type Wiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type Props = {
  id: string
  label: string
  hint?: string
  error?: string
  /** Only where the form has required fields: then the others are marked. */
  optional?: boolean
  /** Renders the control, with attributes that refer to label, hint and error. */
  children: (wiring: Wiring) => ReactNode
}

/** Hint and error stand before the control, so that screen readers and magnifiers come to them first. */
export function FormField({ id, label, hint, error, optional, children }: Props) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={`${css.field} ${error ? css.wrong : ''}`}>
      <label className={css.label} htmlFor={id} id={`${id}-label`}>
        {label} {optional && <span className={css.optional}>(optional)</span>}
      </label>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <WarningIcon className={css.icon} />
          <span>
            <span className="visually-hidden">Error: </span>
            {error}
          </span>
        </p>
      )}
      <div className={css.control}>
        {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      </div>
    </div>
  )
}
