import type { ReactNode } from 'react'
import css from './wrap.module.css'

/** The page's column: 77.5 rem and a gutter. */
export function Wrap({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`${css.wrap} ${className}`}>{children}</div>
}
