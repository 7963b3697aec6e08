import type { PreviewLink } from '@marram/release-contract/calls/previews'
import { shortId } from '@marram/release-contract/composition-id'
import { useId, useState } from 'react'
import { Fields } from '../forms/fields'
import { choice, type Field, type Option, reasonField, text, type Values } from '../forms/form'
import { Effects, FormDialog } from '../forms/form-dialog'
import { Button, Failure } from '../page/page'
import { Moment } from '../page/words'
import { send, useOnce } from '../registry'
import { useSession, useWhyNot } from '../session'
import { linkEffects, type Shows, shownWords, validitiesOf } from './link-words'

type ButtonProps = {
  label: string
  environment: string
  /** Without it, it is chosen in the dialog. */
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
  const [values, setValues] = useState<Values>({ what: 'version', seconds: '86400', reason: '' })
  const choices = useChoices(given ? null : environment, values)
  const [created, setCreated] = useState<Created>()
  const shows = given ?? choices.shows
  const validities = validitiesOf(values.what)
  // The longest validity, if the chosen one is too long now.
  const [validity] = validities.find(([each]) => each === values.seconds) ?? validities.at(-1) ?? ['']
  const seconds = Number(validity)
  const change = (name: string, value: string) =>
    setValues({ ...values, ...(name === 'part' && { version: '' }), [name]: value })
  const create = () => {
    if (!shows)
      return values.what === 'source'
        ? 'Enter the address of the machine, such as http://127.0.0.1:4001.'
        : 'There is nothing to show yet: publish a release first, or wait until it is listed.'
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
      {!given && <Fields fields={choices.fields} values={choices.values} change={change} />}
      {choices.error && <Failure error={choices.error} />}
      <Fields fields={[choice('seconds', 'Valid for', validities)]} values={{ seconds: validity }} change={change} />
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

const by =
  (...kinds: string[]) =>
  ({ what = '' }: Values) =>
    kinds.includes(what)

/**
 * What there is to be shown in an environment: a version of any part, a composition, or a part that a developer's machine
 * serves. `shows` is what is chosen; undefined until that is known. With `null` it asks the registry for nothing.
 */
function useChoices(environment: string | null, typed: Values) {
  const known = useOnce('listParts', environment === null ? null : {})
  // A token of one part makes links to that part alone.
  const own = useSession().caller.part
  const part = own ?? (typed.part || known.data?.parts[0]?.part)
  const listed = useOnce('listVersions', part === undefined ? null : { part })
  const lived = useOnce('listCompositions', environment === null ? null : { environment, limit: 100 })
  const versions = listed.data?.versions.map((each) => each.version) ?? []
  const compositions = lived.data?.compositions ?? []
  const version = typed.version && versions.includes(typed.version) ? typed.version : versions[0]
  const composition = typed.composition || compositions[0]?.id
  const source = typed.source?.trim().replace(/\/+$/, '')
  const shows: Record<string, Shows | undefined> = {
    version: part && version ? { part, version } : undefined,
    composition: composition ? { composition } : undefined,
    source: part && source ? { part, source } : undefined,
  }
  const parts = own === null ? (known.data?.parts.map((each) => each.part) ?? []) : [own]
  const options = compositions.map(({ id, live }): Option => [id, live ? `${shortId(id)}, live` : shortId(id)])
  const fields: Field[] = [
    choice('what', 'What it shows', [
      ['version', 'A version of one part, on top of what is live'],
      ...(own === null ? [['composition', 'All versions of a composition'] as const] : []),
      ['source', "A part from a developer's machine, on top of what is live"],
    ]),
    choice('composition', 'Composition', options, { when: by('composition') }),
    choice('part', 'Part', parts, { when: by('version', 'source') }),
    choice('version', 'Version', versions, { when: by('version') }),
    text('source', 'Its address', 300, {
      hint: 'As npm run share prints it, such as http://127.0.0.1:4001; it must be among PREVIEW_HOSTS.',
      when: by('source'),
    }),
  ]
  return {
    shows: shows[typed.what ?? 'version'],
    fields,
    values: { ...typed, part: part ?? '', version: version ?? '', composition: composition ?? '' },
    error: known.error ?? listed.error ?? lived.error,
  }
}
