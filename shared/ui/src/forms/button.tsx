import { Link } from '@marram/sdk/router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import css from './button.module.css'

type Look = 'primary' | 'ghost' | 'honey'
type Size = 'medium' | 'small' | 'large'
type Style = { look?: Look; size?: Size; busy?: boolean; className?: string }

/** Primary and medium are what a button is without a class of its own. */
const classes = ({ look = 'primary', size = 'medium', busy = false, className }: Style) =>
  [css.button, css[look], css[size], busy && css.busy, className].filter(Boolean).join(' ')

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  size?: Size
  /** While what it started goes on: shows that, and keeps the button's width and focus. Its handler must ignore presses then. */
  busy?: boolean
}

export function Button({ look, size, busy, className, type = 'button', ...rest }: ButtonProps) {
  const disabled = busy || rest['aria-disabled']
  return <button {...rest} type={type} aria-disabled={disabled} className={classes({ look, size, busy, className })} />
}

type LinkButtonProps = { to: string; look?: Look; size?: Size; className?: string; children: ReactNode }

export function LinkButton({ to, look, size, className, children }: LinkButtonProps) {
  return (
    <Link to={to} className={classes({ look, size, className })}>
      {children}
    </Link>
  )
}
