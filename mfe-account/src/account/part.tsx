import { type ReactNode, useId } from 'react'
import css from './account.module.css'

type Props = {
  title: string
  /** What stands for the children until somebody opens them. */
  fold?: string
  /** Above the fold. */
  about?: ReactNode
  /** For what cannot be undone. */
  final?: boolean
  children: ReactNode
}

/** One part of the page: its heading beside what it is about. It takes the focus where what had it is removed. */
export function Part({ title, fold, about, final, children }: Props) {
  const id = useId()
  return (
    <section className={final ? `${css.part} ${css.final}` : css.part} aria-labelledby={id} tabIndex={-1}>
      <h2 className={css.title} id={id}>
        {title}
      </h2>
      <div className={css.about}>
        {about}
        {fold ? (
          <details className={css.fold}>
            <summary className={css.opener}>{fold}</summary>
            {children}
          </details>
        ) : (
          children
        )}
      </div>
    </section>
  )
}
