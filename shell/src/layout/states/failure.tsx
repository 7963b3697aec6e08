import { PageMeta } from '@marram/sdk/page-meta'
import { Button } from '@marram/ui/button'
import { Wrap } from '@marram/ui/wrap'
import shore from '../art/failure.svg'
import css from './failure.module.css'

type Props = {
  title?: string
  detail?: string
  /** What stands in the log of the site as well. */
  reportId?: string
  /** While it is tried again. */
  busy?: boolean
  onRetry: () => void
}

/** Stands where a page could not be shown. Header, footer and every other page still work. */
export function Failure({ title = 'We could not load this page', detail, reportId, busy, onRetry }: Props) {
  return (
    <Wrap className={css.page}>
      <PageMeta title={title} noIndex />
      <div className={css.panel} role="alert">
        <img className={css.art} src={shore} alt="" width="190" height="190" />
        <div>
          <h1 className={css.title}>{title}</h1>
          <p className={css.detail}>{detail ?? 'The rest of the site works. Wait a moment and try again.'}</p>
          <Button className={css.retry} busy={busy} onClick={busy ? undefined : onRetry}>
            Try again
          </Button>
          {reportId && <p className={css.report}>To tell us about it, name report {reportId}.</p>}
        </div>
      </div>
    </Wrap>
  )
}

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
