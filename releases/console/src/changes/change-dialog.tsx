import { calls } from '@marram/release-contract/calls'
import type { Action, Subject } from '@marram/release-contract/permissions'
import type { RegistryError } from '@marram/release-contract/registry-client'
import {
  changesOfPages,
  followedWords,
  killedWords,
  lackingWords,
  untilFollowed,
} from '@marram/releases/evidence/edge-text'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { Fields } from '../forms/fields'
import { type Field, reasonField, type Values, YES } from '../forms/form'
import { Effects, FormDialog } from '../forms/form-dialog'
import { Button } from '../page/page'
import { inOwnTime } from '../page/words'
import { type Input, isTaken, problemsOf, type ResponseTo, send, useOnce } from '../registry'
import { useWhyNot } from '../session'
import type { Change, ChangeForm } from './change'

type Form = Pick<ChangeForm, 'fields' | 'change' | 'reason'>
type Begin = (wanted: Change | ChangeForm) => void
// Everything that uses it is within `ChangesProvider`.
const Context = createContext<Begin>(() => {})

/** Opens the dialog of a change. Nothing is changed before the dialog has shown what will change. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const [form, setForm] = useState<Form>()
  const [done, setDone] = useState('')
  const shown = useRef(0)
  const begin: Begin = (wanted) => {
    shown.current += 1
    setDone('')
    setForm('change' in wanted ? wanted : { fields: [], change: () => wanted })
  }
  const close = ({ words, environment }: Done) => {
    const own = shown.current
    const add = (...more: string[]) => shown.current === own && setDone([words, ...more].join(' '))
    setForm(undefined)
    add()
    if (environment === undefined) return
    const look = () => send('showEnvironment', { environment })
    untilFollowed(look, (seen) => add(followedWords(seen), 'Waiting for the others …')).then(
      (seen) => add(followedWords(seen), ...lackingWords(seen)),
      ({ message }: Error) => add('Whether the edges follow is not known:', message),
    )
  }
  return (
    <Context value={begin}>
      {children}
      {form && <ChangeDialog {...form} close={close} />}
      <p role="status" className="done">
        {done}
      </p>
    </Context>
  )
}

/** The focus goes to the heading when a change removes the button that has it. */
const keepFocus = (own: HTMLElement) => () => {
  if (own.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
}

type ButtonProps = {
  label: string
  /** What tells it from others with its label, for people who do not see where it stands. */
  of?: string
  wanted: Change | ChangeForm
}

/** Opens the dialog of a change. Only those who may make the change see the button. */
export function ChangeButton({ label, of, wanted }: ButtonProps) {
  const begin = useContext(Context)
  const about: Subject = 'change' in wanted ? (wanted.about ?? {}) : { ...wanted.input, stoppedBy: wanted.stoppedBy }
  const whyNot = useWhyNot(calls[wanted.call].action as Action, about)
  if (whyNot !== undefined) return null
  return (
    <span ref={keepFocus}>
      <Button onClick={() => begin(wanted)}>
        {label}
        {of && <span className="unseen"> {of}</span>}
      </Button>
    </span>
  )
}

/** `environment`: whose edges have to follow. */
type Done = { words: string; environment?: string | undefined }
type DialogProps = Form & { close: (done: Done) => void }

/** Shows what a change does and for whom, asks for the reason, sends it, and reports the outcome. */
function ChangeDialog({ fields, change: plan, reason = '', close }: DialogProps) {
  const done = useRef<Done>({ words: '' })
  const { mutate } = useSWRConfig()
  const [values, setValues] = useState<Values>({
    ...Object.fromEntries(fields.map(({ name, value = '' }) => [name, value])),
    reason,
  })
  const [against, setAgainst] = useState<string[]>([])
  const planned = plan(values)
  const change = typeof planned === 'string' ? undefined : planned
  const { environment }: Subject = change?.input ?? {}
  const whyNoOverride = useWhyNot('override', { environment })
  const override = values.override === YES
  const needsReason = change?.needsReason || override
  const typed = values.reason?.trim()

  const set = (name: string, value: string) => setValues({ ...values, [name]: value })
  const fill = (name: string, value: string) => {
    // The objections of the gate were about other values.
    setValues({ ...values, [name]: value, ...(against.length > 0 && { override: '' }) })
    setAgainst([])
  }
  const make = async ({ call, input, signed, done: said }: Change) => {
    try {
      // Call, input and words belong together in each change, which TypeScript cannot follow through a union.
      const response = await send(call, {
        ...input,
        ...(await signed?.()),
        ...(typed && { reason: typed }),
        ...(override && { override }),
      } as never)
      const {
        killed = [],
        notOpened = [],
        environment,
        failing = [],
      } = response as Partial<ResponseTo<'promote'> & ResponseTo<'freeze'>>
      done.current = {
        words: [
          typeof said === 'string' ? said : said(response as never),
          ...killed.map(killedWords),
          ...notOpened,
          ...failing.map(inOwnTime),
        ].join(' '),
        environment: changesOfPages.includes(call) ? environment : undefined,
      }
    } catch (error) {
      setAgainst(problemsOf(error as RegistryError))
      throw new Error(wordsOf(error as RegistryError))
    } finally {
      void mutate(() => true)
    }
  }
  return (
    <FormDialog
      title={change?.title ?? 'Change'}
      verb={change?.verb ?? 'Go on'}
      danger={change?.danger}
      send={(closeDialog) => {
        if (!change) return planned as string
        if (needsReason && !typed) return 'Say why: everybody can read the reason in the activity.'
        return make(change).then(closeDialog)
      }}
      closed={() => close(done.current)}
    >
      <Fields fields={fields} values={values} change={fill} />
      <Effects effects={change?.effects ?? [planned as string]} />
      {against.length > 0 ? (
        <GateAgainst messages={against} values={values} change={set} whyNot={whyNoOverride} />
      ) : (
        change?.gated && <GateNote gated={change.gated} values={values} change={set} whyNot={whyNoOverride} />
      )}
      <Fields fields={[reasonField(needsReason)]} values={values} change={set} />
    </FormDialog>
  )
}

function wordsOf(error: RegistryError): string {
  // The list above has its messages.
  if (problemsOf(error).length > 0) return 'Nothing was changed: the gate is against it.'
  if (error.code !== 'conflict') return error.message
  return `${error.message} Nothing was changed. Close this, look at what is live now, and decide again.`
}

type OverrideProps = {
  values: Values
  change: (name: string, value: string) => void
  /** Why the person may not override the gate. */
  whyNot?: string | undefined
}

/** The result of the gate for a version, and the field that overrides it. */
function GateNote({ gated, ...override }: OverrideProps & { gated: Input<'showGate'> }) {
  const { data, error } = useOnce('showGate', gated)
  if (error) return <p className="gate warned">The gate could not be asked: {error.message}</p>
  if (!data) return <p role="status">The gate looks at {gated.version} …</p>
  const messagesOf = (outcome: string) =>
    data.checks.filter((check) => check.outcome === outcome).map(({ message }) => message)
  const taken = data.checks.some(({ name, outcome }) => outcome === 'failed' && isTaken({ kind: name }))
  if (!data.passed) return <GateAgainst messages={messagesOf('failed')} {...(taken ? {} : override)} />
  const warnings = messagesOf('warned').join(' ')
  return <p className="gate passed">The gate lets it pass{warnings && `: ${warnings}`}</p>
}

const overrideField: Field = {
  kind: 'yes-or-no',
  name: 'override',
  label: 'Go on although the gate is against it',
  hint: 'Needs a reason, which is shown in the activity.',
}

export const GateAgainst = ({ messages, values, change, whyNot }: Partial<OverrideProps> & { messages: string[] }) => (
  <div className="gate failed">
    <p>The gate is against it:</p>
    <ul>
      {[...new Set(messages)].map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
    {whyNot && values && <p className="hint">{whyNot}</p>}
    {!whyNot && values && change && <Fields fields={[overrideField]} values={values} change={change} />}
  </div>
)
