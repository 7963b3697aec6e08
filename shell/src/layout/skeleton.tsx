import { Wrap } from '@marram/ui/wrap'
import css from './skeleton.module.css'

/** Holds the place of a page while its part loads. It has words, so that something is painted and read. */
export function Skeleton() {
  return (
    <Wrap className={css.page}>
      <p className={css.words} role="status">
        Loading the page
      </p>
      <div aria-hidden="true">
        <div className={`${css.bone} ${css.title}`} />
        <div className={`${css.bone} ${css.line}`} />
        <div className={`${css.bone} ${css.line} ${css.short}`} />
        <div className={css.cards}>
          {['first', 'second', 'third'].map((name) => (
            <div key={name} className={`${css.bone} ${css.card}`} />
          ))}
        </div>
      </div>
    </Wrap>
  )
}
