import type { PreviewLink } from '@marram/release-contract/calls/previews'
import { useId, useState } from 'react'
import { Button } from '../page/button'
import { Moment } from '../page/moment'
import { useSession } from '../session'
import { type Shows, shownWords } from './link-words'

type MadeProps = { link: PreviewLink; shows: Shows; close: () => void }

function select(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

/** The link, to be handed on: whole where it is known which site serves what it is for, or else what stands behind that. */
export function MadeLink({ link: { path, expiresAt, environment, needsToken }, shows, close }: MadeProps) {
  const { site } = useSession()
  const isKnown = site?.environment === environment
  const url = isKnown ? new URL(path, site.url).href : path
  const id = useId()
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied('The link is copied.')
    } catch {
      // Browsers let pages copy at addresses that they trust, and where nobody forbade it.
      select(document.getElementById(id) as HTMLInputElement)
      setCopied('The browser does not let this page copy. The link is selected: press Ctrl+C or ⌘C.')
    }
  }
  return (
    <>
      <div className="field text">
        <label htmlFor={id}>Link to {shownWords(shows)}</label>
        <input id={id} ref={select} readOnly value={url} aria-describedby={`${id}-hint`} />
        <p id={`${id}-hint`} className="hint">
          {!isKnown && `Open this behind the address of the site that serves ${environment}. `}
          Everyone who has it{needsToken && ' and a token of any role'} sees this in {environment}, until{' '}
          <Moment at={expiresAt} />.
        </p>
      </div>
      <p role="status" className="copied">
        {copied}
      </p>
      <div className="buttons">
        {isKnown && (
          <>
            <Button look="primary" onClick={copy}>
              Copy the link
            </Button>
            <a className="button" href={url} target="_blank" rel="noreferrer">
              Open it<span className="unseen"> in a new tab</span>
            </a>
          </>
        )}
        <Button onClick={close}>Close</Button>
      </div>
    </>
  )
}
