import type { RegistryError } from '@marram/release-contract/registry-client'
import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { Effects, FieldRow, ReasonField } from '../forms/field-row'
import { type Values, YES } from '../forms/form'
import { SendForm, useSending } from '../forms/sending'
import { Dialog } from '../page/dialog'
import { problemsOf, send } from '../registry'
import type { Change, ChangeForm } from './change'
import { GateAgainst, GateNote } from './gate-note'

type DialogProps = { form: ChangeForm; close: (done?: string) => void }

/** Says exactly what a change does and for whom, asks why, does it, and says what came of it. */
export function ChangeDialog({ form, close }: DialogProps) {
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
