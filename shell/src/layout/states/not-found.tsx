import { PageMeta } from '@marram/sdk/page-meta'
import { LinkButton } from '@marram/ui/button'
import { Wrap } from '@marram/ui/wrap'
import dunes from '../art/not-found.svg'
import css from './not-found.module.css'

/** Every address that belongs to no page. */
export function NotFound() {
  return (
    <Wrap className={css.page}>
      <PageMeta title="Page not found" description="There is no page at this address." noIndex />
      <div className={css.card}>
        <img className={css.art} src={dunes} alt="" width="1500" height="740" />
        <p className={css.code}>Error 404</p>
        <h1 className={css.title}>Page not found</h1>
        <p className={css.text}>
          The page could not be found. There may be a spelling error in the address, or the page has been removed.
        </p>
        <LinkButton to="/">BACK TO HOME</LinkButton>
      </div>
    </Wrap>
  )
}
