import type { ReactNode } from 'react'
import css from './listing-layout.module.css'

type Props = {
  banner: ReactNode
  /** Sponsors and what the area is about. */
  intro?: ReactNode
  /** Cards of what one can join now. */
  open: ReactNode
  /** Previous events, counters, photographs. */
  record?: ReactNode
  /** Volunteers, partners, experts. */
  people?: ReactNode
}

/** The order that the listing pages share. */
export function ListingLayout({ banner, intro, open, record, people }: Props) {
  return (
    <div className={css.listing}>
      {banner}
      {intro}
      {open}
      {record}
      {people}
    </div>
  )
}
