import type { RegistryError } from '@marram/release-contract/registry-client'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { Effects, FieldRow, ReasonField } from '../forms/field-row'
import { type Values, YES } from '../forms/form'
import { SendForm, useSending } from '../forms/sending'
import { useOnce } from '../live'
import { Dialog } from '../page/dialog'
import { type Input, problemsOf, send } from '../registry'
import type { Change, ChangeForm } from './change'

type Begin = (wanted: Change | ChangeForm) => void
const Context = createContext<Begin | undefined>(undefined)

/** Where every change begins: nothing is done before its dialog has said what it does. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const [form, setForm] = useState<ChangeForm>()
  const [done, setDone] = useState('')
  const begin: Begin = (wanted) => {
    setDone('')
    setForm('change' in wanted ? wanted : { fields: [], change: () => wanted })
  }
  const close = (words = '') => {
    setForm(undefined)
    setDone(words)
  }
  return (
    <Context value={begin}>
      {children}
      {form && <ChangeDialog form={form} close={close} />}
      <p role="status" className="done">
        {done}
      </p>
    </Context>
  )
}

/** Opens the dialog of a change. */
export function useChanges(): Begin {
  const begin = useContext(Context)
  if (!begin) throw new Error('outside of the console')
  return begin
}

type DialogProps = { form: ChangeForm; close: (done?: string) => void }

/** Says exactly what a change does and for whom, asks why, does it, and says what came of it. */
function ChangeDialog({ form, close }: DialogProps) {
  const done = useRef('')
  const { mutate } = useSWRConfig()
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(form.fields.map(({ name, value }) => [name, value ?? ''])),
  )
  const [reason, setReason] = useState(form.reason ?? '')
  const [override, setOverride] = useState(false)
  const [against, setAgainst] = useState<string[]>([])
  const sending = useSending()
  const planned = form.change(values)
  const change = typeof planned === 'string' ? undefined : planned
  const shown = form.fields.filter(({ when }) => when?.(values) ?? true)
  const needsReason = change?.needsReason || override
  const overriding = { override: override ? YES : '', setOverride: (value: string) => setOverride(value === YES) }

  const fill = (name: string, value: string) => {
    setValues({ ...values, [name]: value })
    // What the gate said was about something else.
    if (against.length > 0) setOverride(false)
    setAgainst([])
  }
  const make = async ({ call, input, done: words }: Change) => {
    const more = { ...(reason.trim() && { reason: reason.trim() }), ...(override && { override }) }
    try {
      // Call and input belong together in each change, which TypeScript cannot follow through a union.
      await send(call, { ...input, ...more } as never)
      done.current = words
    } catch (error) {
      setAgainst(problemsOf(error as RegistryError))
      throw new Error(wordsOf(error as RegistryError))
    } finally {
      void mutate(() => true)
    }
  }

  return (
    <Dialog title={change?.title ?? 'Change'} busy={sending.busy} closed={() => close(done.current)}>
      {(closeDialog) => (
        <SendForm
          sending={sending}
          send={() => {
            if (!change) return planned as string
            if (needsReason && reason.trim() === '') return 'Say why: it stands in the activity for everybody.'
            return make(change).then(closeDialog)
          }}
          verb={change?.verb ?? 'Go on'}
          doing={change?.doing ?? ''}
          danger={change?.danger}
          cancel={closeDialog}
        >
          {shown.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              change={(value) => fill(field.name, value)}
            />
          ))}
          <Effects effects={change?.effects ?? [planned as string]} />
          {against.length > 0 ? (
            <GateAgainst messages={against} {...overriding} />
          ) : (
            change?.gated && <GateNote gated={change.gated} {...overriding} />
          )}
          <ReasonField required={needsReason} value={reason} change={setReason} />
        </SendForm>
      )}
    </Dialog>
  )
}

function wordsOf(error: RegistryError): string {
  // Its sentences stand in the list above.
  if (problemsOf(error).length > 0) return 'Nothing was changed: the gate is against it. Go on all the same, or cancel.'
  if (error.code !== 'conflict') return error.message
  return `${error.message} Nothing was changed. Close this, look at what is live now, and decide again.`
}

type NoteProps = {
  gated: Input<'showGate'>
  override: string
  setOverride: (value: string) => void
}

/** What the gate says of the version, and the way past it for whoever knows better. */
function GateNote({ gated, override, setOverride }: NoteProps) {
  const { data, error } = useOnce('showGate', gated)
  if (error) return <p className="gate warned">The gate could not be asked: {error.message}</p>
  if (!data) return <p role="status">The gate looks at {gated.version} …</p>
  const against = data.checks.filter(({ outcome }) => outcome === 'failed')
  const warnings = data.checks.filter(({ outcome }) => outcome === 'warned')
  if (data.passed)
    return (
      <p className="gate passed">
        The gate lets it pass{warnings.length > 0 && `: ${warnings.map(({ message }) => message).join(' ')}`}
      </p>
    )
  return <GateAgainst messages={against.map(({ message }) => message)} override={override} setOverride={setOverride} />
}

type AgainstProps = { messages: string[] } & Pick<NoteProps, 'override' | 'setOverride'>

/** What speaks against a change, and the way past it. */
export function GateAgainst({ messages, override, setOverride }: AgainstProps) {
  return (
    <div className="gate failed">
      <p>The gate is against it:</p>
      <ul>
        {[...new Set(messages)].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <FieldRow
        field={{
          kind: 'yes-or-no',
          name: 'override',
          label: 'Go on although the gate is against it',
          hint: 'Needs a reason, which stands in the activity.',
        }}
        value={override}
        change={setOverride}
      />
    </div>
  )
}
