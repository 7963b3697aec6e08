import type { PreviewLink } from '@marram/release-contract/calls/previews'
import { shortId } from '@marram/release-contract/composition-id'
import { useId, useState } from 'react'
import { Fields } from '../forms/fields'
import { choice, type Field, reasonField, text, type Values } from '../forms/form'
import { Effects, FormDialog } from '../forms/form-dialog'
import { Button, Failure } from '../page/page'
import { Moment, when } from '../page/words'
import { send, useOnce } from '../registry'
import { useSession, useWhyNot } from '../session'

type ButtonProps = {
  label: string
  environment: string
  /** Without it, a part from a developer's machine, which is named in the dialog. */
  shows?: Shows
}

/** Opens the dialog that makes a link. Only those who may make one see the button. */
export function LinkButton({ label, environment, shows }: ButtonProps) {
  const own = useSession().caller.part ?? undefined
  const part = shows === undefined ? own : 'part' in shows ? shows.part : undefined
  const whyNot = useWhyNot('preview', { environment, part })
  const [open, setOpen] = useState(false)
  if (whyNot !== undefined) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && <LinkDialog environment={environment} shows={shows} close={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { environment: string; shows: Shows | undefined; close: () => void }
type Created = { link: PreviewLink; shows: Shows }

/** Makes a link to what is not live, and shows it. */
function LinkDialog({ environment, shows: given, close: closed }: DialogProps) {
  const [values, setValues] = useState<Values>({ seconds: given ? '86400' : '7200', reason: '' })
  const typed = useSource(given === undefined, values)
  const [created, setCreated] = useState<Created>()
  const shows = given ?? typed.shows
  const seconds = Number(values.seconds)
  const change = (name: string, value: string) => setValues({ ...values, [name]: value })
  const create = () => {
    if (!shows) return 'Enter the address of the machine, such as http://127.0.0.1:4001.'
    const reason = values.reason?.trim()
    const input = { environment, ...shows, seconds, ...(reason && { reason }) }
    return send('createPreview', input).then((link) => setCreated({ link, shows }))
  }
  const effects = shows ? linkEffects({ environment, shows, seconds }) : ["No visitor's page changes (0 %)."]
  return (
    <FormDialog
      title={`A link to a preview in ${environment}`}
      verb="Make the link"
      send={create}
      closed={closed}
      outcome={(close) => created && <CreatedLink {...created} close={close} />}
    >
      {!given && <Fields fields={typed.fields} values={values} change={change} />}
      {typed.error && <Failure error={typed.error} />}
      <Fields fields={[choice('seconds', 'Valid for', validitiesOf(shows))]} values={values} change={change} />
      <Effects effects={effects} />
      <Fields fields={[reasonField(false)]} values={values} change={change} />
    </FormDialog>
  )
}

function select(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

/** The link: whole if the registry knows where previews of this environment are opened, else its path alone. */
function CreatedLink({
  link: { path, url: whole, expiresAt, environment, needsToken, note },
  shows,
  close,
}: Created & { close: () => void }) {
  const isKnown = whole !== undefined
  const url = whole ?? path
  const id = useId()
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied('The link is copied.')
    } catch {
      // Browsers allow it on secure origins only, and people can forbid it.
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
          <Moment at={expiresAt} />. {note}
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

/** A part that a developer's machine serves, as it is filled in; undefined until that is known. */
function useSource(isAsked: boolean, values: Values) {
  const known = useOnce('listParts', isAsked ? {} : null)
  // A token of one part makes links to that part alone.
  const own = useSession().caller.part
  const parts = own === null ? (known.data?.parts.map((each) => each.part) ?? []) : [own]
  const part = values.part || parts[0]
  const source = values.source?.trim().replace(/\/+$/, '')
  const fields: Field[] = [
    choice('part', 'Part', parts),
    text('source', 'Its address', 300, {
      hint: 'As npm run share prints it, such as http://127.0.0.1:4001; it must be among PREVIEW_HOSTS.',
    }),
  ]
  return { fields, error: known.error, shows: part && source ? { part, source } : undefined }
}

/** What a link shows: a version or a developer's machine on top of what is live, or exactly a composition. */
export type Shows = { part: string; version: string } | { part: string; source: string } | { composition: string }

export function shownWords(shows: Shows): string {
  if ('composition' in shows) return `the composition ${shortId(shows.composition)}`
  return 'source' in shows ? `${shows.part} as ${shows.source} serves it` : `${shows.part} ${shows.version}`
}

const validities: [seconds: string, words: string][] = [
  ['1800', '30 minutes'],
  ['7200', '2 hours'],
  ['86400', 'A day'],
  ['604800', 'A week'],
  ['2592000', '30 days'],
]

/** A developer's machine is part of the site for a working day at most. */
const MOST_OF_A_SOURCE = 43_200
export const validitiesOf = (shows: Shows | undefined) =>
  validities.filter(([seconds]) => (shows && !('source' in shows)) || Number(seconds) <= MOST_OF_A_SOURCE)

type About = { environment: string; shows: Shows; seconds: number; now?: Date }

/** What it means to make the link, before it is made. */
export function linkEffects({ environment, shows, seconds, now = new Date() }: About): string[] {
  const end = when(now.getTime() + seconds * 1000)
  const what = shownWords(shows)
  const sees = 'composition' in shows ? `exactly ${what}` : `${what} on top of what is live in ${environment}`
  const effects =
    'source' in shows
      ? [
          `Everyone who has the link and a token of any role sees ${sees}. The site fetches it from there, and must be allowed to (PREVIEW_HOSTS).`,
          `It ends by itself, ${end}, or when somebody ends it; before that, for anybody whose token ends.`,
        ]
      : [
          `Everyone who has the link sees ${sees}, and needs no token for that.`,
          `It ends by itself, ${end}, or when somebody ends it.`,
          'Until then clean-up keeps what it shows.',
        ]
  return ["No visitor's page changes (0 %).", ...effects]
}
