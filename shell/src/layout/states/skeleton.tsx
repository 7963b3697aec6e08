import { Wrap } from '@marram/ui/wrap'
import { site } from '../site'
import css from './skeleton.module.css'

/**
 * Holds the place of a page while its part loads. It has words, so that something is painted and read. Where scripts are
 * off nothing will load: then it explains that, and what to do. It is also sent where a page was only late, which loading
 * it again mends.
 */
export function Skeleton() {
  return (
    <Wrap className={css.page}>
      <noscript>
        <div className={css.scriptless}>
          <h1 className={css.heading}>This page needs JavaScript</h1>
          <p>
            Your browser has to put it together itself, and JavaScript is turned off there. Turn it on for this site and
            load the page again.
          </p>
          <p>
            If you have read this page without JavaScript before, it was only late: load the page again in a minute. You
            can also go to <a href="/">the home page</a>, or ring us on <a href={site.phone.href}>{site.phone.shown}</a>
            .
          </p>
        </div>
      </noscript>
      <p className={css.words} role="status">
        Loading the page
      </p>
      <div className={css.bones} aria-hidden="true">
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
