import { PageMeta } from '@marram/sdk/page-meta'
import { Button, LinkButton } from '@marram/ui/button'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import shore from '../art/failure.svg'
import dunes from '../art/not-found.svg'
import { site } from '../site'
import failure from './failure.module.css'
import notFound from './not-found.module.css'
import bones from './skeleton.module.css'

type FailureProps = {
  detail?: string
  /** The id in the log. */
  reportId?: string
  /** Set while the page is loaded again. */
  busy?: boolean
  onRetry: () => void
}

/** Shown for a failed page. */
export function Failure({ detail, reportId, busy, onRetry }: FailureProps) {
  return (
    <Panel role="alert" title="We could not load this page">
      <p className={failure.detail}>{detail ?? 'The rest of the site works. Wait a moment and try again.'}</p>
      <Button className={failure.retry} busy={busy} onClick={busy ? undefined : onRetry}>
        Try again
      </Button>
      {reportId && <p className={failure.report}>To tell us about it, name report {reportId}.</p>}
    </Panel>
  )
}

/** Shown on pages of a section that was stopped on purpose. */
export function Stopped({ notice }: { notice?: string | undefined }) {
  return (
    <Panel title="This part of the site is resting">
      <p className={failure.detail}>
        {notice ?? 'We are looking after it. Please come back later; every other page is open.'}
      </p>
    </Panel>
  )
}

function Panel({ title, role, children }: { title: string; role?: 'alert'; children: ReactNode }) {
  return (
    <Wrap className={failure.page}>
      <PageMeta title={title} noIndex />
      <div className={failure.panel} role={role}>
        <img className={failure.art} src={shore} alt="" width="190" height="190" />
        <div>
          <h1 className={failure.title}>{title}</h1>
          {children}
        </div>
      </div>
    </Wrap>
  )
}

/** Shown at addresses without a page. */
export function NotFound() {
  return (
    <Wrap className={notFound.page}>
      <PageMeta title="Page not found" description="There is no page at this address." noIndex />
      <div className={notFound.card}>
        <img className={notFound.art} src={dunes} alt="" width="1800" height="480" />
        <p className={notFound.code}>Error 404</p>
        <h1 className={notFound.title}>Page not found</h1>
        <p className={notFound.text}>
          The page could not be found. There may be a spelling error in the address, or the page has been removed.
        </p>
        <LinkButton to="/">BACK TO HOME</LinkButton>
      </div>
    </Wrap>
  )
}

/**
 * Placeholder for a page until its part is loaded. Without scripts it explains what to do: it is also sent if rendering
 * was late, and then reloading the page helps.
 */
export function Skeleton() {
  return (
    <Wrap className={bones.page}>
      <noscript>
        <div className={bones.scriptless}>
          <h1 className={bones.heading}>This page needs JavaScript</h1>
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
      <p className={bones.words} role="status">
        Loading the page
      </p>
      <div className={bones.bones} aria-hidden="true">
        <div className={`${bones.bone} ${bones.title}`} />
        <div className={`${bones.bone} ${bones.line}`} />
        <div className={`${bones.bone} ${bones.line} ${bones.short}`} />
        <div className={bones.cards}>
          {['first', 'second', 'third'].map((name) => (
            <div key={name} className={`${bones.bone} ${bones.card}`} />
          ))}
        </div>
      </div>
    </Wrap>
  )
}
