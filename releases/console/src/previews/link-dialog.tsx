import type { PreviewLink } from '@marram/release-contract/calls/previews'
import { useId, useState } from 'react'
import { Effects, FieldRow, ReasonField } from '../forms/field-row'
import type { Values } from '../forms/form'
import { SendForm, useSending } from '../forms/sending'
import { Button } from '../page/button'
import { Dialog } from '../page/dialog'
import { Moment } from '../page/moment'
import { send } from '../registry'
import { useSession, useWhyNot } from '../session'
import { linkEffects, type Shows, shownWords, validitiesOf } from './link-words'
import { useChoices, WhatFields } from './what-fields'

const NOTHING_YET = 'There is nothing to show yet: publish a release first, or wait until it is listed.'
const NO_ADDRESS = 'Enter the address of the machine, such as http://127.0.0.1:4001.'

/** The longest time that there is for what was chosen, where the chosen one is longer. */
function possible(values: Values): Values {
  const offered = validitiesOf(values.what).map(([value]) => value)
  return offered.includes(values.seconds ?? '') ? values : { ...values, seconds: offered.at(-1) ?? '' }
}

type LinkProps = {
  environment: string
  /** Undefined where it is chosen here. */
  shows?: Shows | undefined
  close: () => void
}
type Made = { link: PreviewLink; shows: Shows }

/** Makes a link to what is not live, and shows it. */
function LinkDialog({ environment, shows: given, close: closed }: LinkProps) {
  const [values, setValues] = useState<Values>({ what: 'version', seconds: '86400', reason: '' })
  const choices = useChoices(given ? null : environment, values)
  const [done, setDone] = useState<Made>()
  const sending = useSending()
  const shows = given ?? choices.shows
  const seconds = Number(values.seconds)
  const make = () => {
    if (!shows) return values.what === 'machine' ? NO_ADDRESS : NOTHING_YET
    const reason = values.reason?.trim()
    const input = { environment, ...shows, seconds, ...(reason && { reason }) }
    return send('createPreview', input).then((link) => setDone({ link, shows }))
  }
  return (
    <Dialog title={`A link to a preview in ${environment}`} busy={sending.busy} closed={closed}>
      {(close) =>
        done ? (
          <MadeLink {...done} close={close} />
        ) : (
          <SendForm sending={sending} send={make} verb="Make the link" doing="Making it" cancel={close}>
            {!given && <WhatFields choices={choices} values={values} change={(next) => setValues(possible(next))} />}
            <FieldRow
              field={{
                kind: 'choice',
                name: 'seconds',
                label: 'Valid for',
                options: validitiesOf(values.what),
              }}
              value={values.seconds ?? ''}
              change={(next) => setValues({ ...values, seconds: next })}
            />
            <Effects
              effects={shows ? linkEffects({ environment, shows, seconds }) : ["No visitor's page changes (0 %)."]}
            />
            <ReasonField value={values.reason ?? ''} change={(next) => setValues({ ...values, reason: next })} />
          </SendForm>
        )
      }
    </Dialog>
  )
}

type ButtonProps = { label: string; environment: string; shows?: Shows }

/** For whoever may make a link; nobody else sees it. */
export function LinkButton({ label, environment, shows }: ButtonProps) {
  const whyNot = useWhyNot()
  const [open, setOpen] = useState(false)
  if (whyNot('preview', { environment }) !== undefined) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && <LinkDialog environment={environment} shows={shows} close={() => setOpen(false)} />}
    </>
  )
}

type MadeProps = { link: PreviewLink; shows: Shows; close: () => void }

function select(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

/** The link, to be handed on: whole where it is known which site serves what it is for, or else what stands behind that. */
function MadeLink({ link: { path, expiresAt, environment, needsToken }, shows, close }: MadeProps) {
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
