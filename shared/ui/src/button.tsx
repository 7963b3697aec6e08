import { Link } from '@marram/host/router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import css from './button.module.css'

type Look = 'primary' | 'ghost' | 'honey'
type Size = 'medium' | 'small' | 'large'
const classes = (look: Look, size: Size, className = '') => `${css.button} ${css[look]} ${css[size]} ${className}`

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; size?: Size }

export function Button({ look = 'primary', size = 'medium', className, type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={classes(look, size, className)} />
}

type LinkButtonProps = { to: string; look?: Look; size?: Size; className?: string; children: ReactNode }

export function LinkButton({ to, look = 'primary', size = 'medium', className, children }: LinkButtonProps) {
  return (
    <Link to={to} className={classes(look, size, className)}>
      {children}
    </Link>
  )
}
