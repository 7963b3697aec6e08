import { type ReactNode, Suspense } from 'react'
import css from './section.module.css'
import { Wrap } from './wrap'

type Props = {
  /** Also the target of links to this section. */
  id: string
  title: string
  /** Opposite the heading, such as a link. */
  aside?: ReactNode
  ground?: 'page' | 'mist' | 'lilac'
  className?: string
  children: ReactNode
}

/**
 * A band of a page with its heading. It is hydrated once the page responds, or at the first press or key in it, so a form that
 * only scripts can send stands outside: what a browser fills in by itself before that, its fields would not know.
 */
export function Section({ id, title, aside, ground = 'page', className = '', children }: Props) {
  return (
    <Suspense fallback={null}>
      <section className={`${css.section} ${css[ground]} ${className}`} id={id} aria-labelledby={`${id}-title`}>
        <Wrap>
          <div className={css.head}>
            <h2 id={`${id}-title`} className={css.title}>
              {title}
            </h2>
            {aside}
          </div>
          {children}
        </Wrap>
      </section>
    </Suspense>
  )
}
