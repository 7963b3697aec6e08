import { type FormEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { z } from 'zod'
import { Button } from '../page/button'
import { Dialog } from '../page/dialog'
import { type Refused, send } from '../registry'
import { FieldRow } from './field-row'
import { type ChangeForm, type Values, YES } from './form'
import { GateAgainst, GateNote } from './gate-note'

type DialogProps = { form: ChangeForm; close: (done?: string) => void }

const anything = z.looseObject({})

/** Says exactly what a change does and for whom, asks why, does it, and says what came of it. */
export function ChangeDialog({ form, close }: DialogProps) {
  const done = useRef('')
  const { mutate } = useSWRConfig()
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(form.fields.map(({ name, value }) => [name, value])),
  )
  const [reason, setReason] = useState(form.reason ?? '')
  const [override, setOverride] = useState(false)
  const [against, setAgainst] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
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
  const submit = async (event: FormEvent, closeDialog: () => void) => {
    event.preventDefault()
    if (busy) return
    if (!change) return setProblem(planned as string)
    if (needsReason && reason.trim() === '') return setProblem('Say why: it stands in the activity for everybody.')
    setBusy(true)
    setProblem('')
    try {
      const body = { ...change.body, ...(reason.trim() && { reason: reason.trim() }), ...(override && { override }) }
      await send('POST', change.path, anything, body)
      done.current = change.done
      closeDialog()
    } catch (error) {
      setProblem(words(error as Refused))
      setAgainst((error as Refused).against)
      setBusy(false)
    } finally {
      void mutate(() => true)
    }
  }

  return (
    <Dialog title={change?.title ?? 'Change'} busy={busy} closed={() => close(done.current)}>
      {(closeDialog) => (
        <form onSubmit={(event) => submit(event, closeDialog)} noValidate>
          {shown.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              change={(value) => fill(field.name, value)}
            />
          ))}
          <h3>What will change</h3>
          <ul className="effects">
            {(change?.effects ?? [planned as string]).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          {against.length > 0 ? (
            <GateAgainst messages={against} {...overriding} />
          ) : (
            change?.gated && <GateNote change={change} {...overriding} />
          )}
          <FieldRow
            field={{
              kind: 'text',
              name: 'reason',
              label: needsReason ? 'Reason' : 'Reason (optional)',
              value: '',
              max: 500,
            }}
            value={reason}
            change={setReason}
          />
          <p role="alert" className="problem">
            {problem}
          </p>
          <div className="buttons">
            <Button type="submit" look={change?.danger ? 'danger' : 'primary'} busy={busy}>
              {busy ? `${change?.doing} …` : (change?.verb ?? 'Go on')}
            </Button>
            <Button busy={busy} onClick={closeDialog}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function words({ code, message, against }: Refused): string {
  // Its sentences stand in the list above.
  if (against.length > 0) return 'Nothing was changed: the gate is against it. Go on all the same, or cancel.'
  if (code !== 'conflict') return message
  return `${message} Nothing was changed. Close this, look at what is live now, and decide again.`
}
