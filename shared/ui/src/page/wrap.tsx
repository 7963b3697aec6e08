import type { ReactNode } from 'react'
import css from './wrap.module.css'

/** The page's column: 1240 px and a gutter. */
export function Wrap({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`${css.wrap} ${className}`}>{children}</div>
}
