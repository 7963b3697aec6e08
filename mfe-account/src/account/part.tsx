import { type ReactNode, useId } from 'react'
import css from './account.module.css'

/** One part of the page: its heading beside what it is about. It takes the focus where what had it is removed. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.part} aria-labelledby={id} tabIndex={-1}>
      <h2 className={css.title} id={id}>
        {title}
      </h2>
      <div className={css.about}>{children}</div>
    </section>
  )
}
