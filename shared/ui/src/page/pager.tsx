import { Link } from '@marram/sdk/router'
import { ChevronIcon } from '../pictures/icons'
import css from './pager.module.css'

type Props = {
  /** From 1. */
  page: number
  pages: number
  /** The address of a page, with the other choices of the visitor. */
  hrefFor: (page: number) => string
}

/** Links to the pages of a list. Phones show `3 of 9` in place of the numbers. */
export function Pager({ page, pages, hrefFor }: Props) {
  if (pages <= 1) return null
  return (
    <nav className={css.pager} aria-label="Pages">
      <div>
        {page > 1 && (
          <Link className={css.step} to={hrefFor(page - 1)} rel="prev">
            <ChevronIcon className={css.back} />
            Previous<span className="visually-hidden"> page</span>
          </Link>
        )}
      </div>
      <p className={css.position}>
        <span className="visually-hidden">Page </span>
        {page} of {pages}
      </p>
      <ul className={css.numbers}>
        {offeredPages(page, pages).map((each) =>
          typeof each === 'string' ? (
            <li key={each} className={css.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={each}>
              <Link to={hrefFor(each)} aria-current={each === page ? 'page' : undefined}>
                <span className="visually-hidden">Page </span>
                {each}
              </Link>
            </li>
          ),
        )}
      </ul>
      <div className={css.end}>
        {page < pages && (
          <Link className={css.step} to={hrefFor(page + 1)} rel="next">
            Next<span className="visually-hidden"> page</span>
            <ChevronIcon className={css.on} />
          </Link>
        )}
      </div>
    </nav>
  )
}

type Offered = number | 'gap before' | 'gap after'

/** The ends, the current page and its neighbours, with gaps between them. */
export function offeredPages(page: number, pages: number): Offered[] {
  const near = (each: number) => each === 1 || each === pages || Math.abs(each - page) <= 1
  const offered: Offered[] = []
  for (let each = 1; each <= pages; each++) {
    // A gap of one page would take as much room as the page itself.
    if (near(each) || (near(each - 1) && near(each + 1))) offered.push(each)
    else if (typeof offered.at(-1) === 'number') offered.push(each < page ? 'gap before' : 'gap after')
  }
  return offered
}
