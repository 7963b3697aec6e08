import { PageMeta } from '@marram/sdk/page-meta'
import { Wrap } from '@marram/ui/wrap'
import shore from '../art/failure.svg'
import css from './failure.module.css'

const TITLE = 'This part of the site is resting'

/** Stands on pages of a section that was taken off the site on purpose. */
export function Stopped({ notice }: { notice?: string | undefined }) {
  return (
    <Wrap className={css.page}>
      <PageMeta title={TITLE} noIndex />
      <div className={css.panel}>
        <img className={css.art} src={shore} alt="" width="190" height="190" />
        <div>
          <h1 className={css.title}>{TITLE}</h1>
          <p className={css.detail}>
            {notice ?? 'We are looking after it. Please come back later; every other page is open.'}
          </p>
        </div>
      </div>
    </Wrap>
  )
}
