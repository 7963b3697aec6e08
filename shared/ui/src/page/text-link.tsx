import { Link } from '@marram/sdk/router'
import type { ReactNode } from 'react'
import { ArrowIcon } from '../pictures/icons'
import css from './text-link.module.css'

/** A link that stands alone, with an arrow. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.link}>
      {children} <ArrowIcon className={css.arrow} />
    </Link>
  )
}
