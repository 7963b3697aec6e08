import { Link } from '@marram/sdk/router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import css from './button.module.css'

type Look = 'primary' | 'ghost' | 'honey' | 'danger'
type Size = 'medium' | 'small' | 'large'
type Style = { look?: Look; size?: Size; busy?: boolean; className?: string }

/** Primary and medium have no class of their own. */
const classes = ({ look = 'primary', size = 'medium', busy = false, className }: Style) =>
  [css.button, css[look], css[size], busy && css.busy, className].filter(Boolean).join(' ')

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  size?: Size
  /** Shows that work goes on, with the same width and focus. The handler must ignore presses then. */
  busy?: boolean
}

export function Button({ look, size, busy, className, type = 'button', ...rest }: ButtonProps) {
  const disabled = busy || rest['aria-disabled']
  return <button {...rest} type={type} aria-disabled={disabled} className={classes({ look, size, busy, className })} />
}

type LinkButtonProps = Omit<Style, 'busy'> & {
  to: string
  /** Of the entry in the browser’s history. */
  state?: unknown
  children: ReactNode
}

export function LinkButton({ to, state, look, size, className, children }: LinkButtonProps) {
  return (
    <Link to={to} state={state} className={classes({ look, size, className })}>
      {children}
    </Link>
  )
}
