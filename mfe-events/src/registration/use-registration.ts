import type { Form } from '@marram/api-contract/forms'
import { report } from '@marram/sdk/report'
import { useMemo, useState } from 'react'
import { getForm } from '../api'
import { useDraft } from './draft/use-draft'
import type { Field } from './fields/field'
import { fieldsOf, isFilled } from './fields/form-values'
import { useFormValues } from './fields/use-form-values'
import { usePending } from './images/use-pending'
import { useSending } from './sending/use-sending'

/** State of one registration form: its fields, what was entered, the draft of it, and what became of it. */
export function useRegistration(id: string, given: Form, from: string | undefined) {
  const [form, setForm] = useState(given)
  const [round, setRound] = useState(0)
  const fields = useMemo(() => fieldsOf(form.submission_form), [form])
  const { values, store } = useFormValues()
  const pending = usePending()
  const draft = useDraft(`registration:${id}`, fields, store, pending.add)

  /** The form as it is now, if it is another one. Where it cannot be had, the outcome is shown all the same. */
  const fetchChanged = async () => {
    try {
      const now = await getForm(id, from)
      return JSON.stringify(now) === JSON.stringify(form) ? undefined : now
    } catch (error) {
      report({ kind: 'form-again', message: (error as Error).message })
      return undefined
    }
  }
  const sending = useSending({ id, form, fields, store, pending, draft, fetchChanged, setForm })

  /** Everything empty again, on the page and on this device. */
  const clear = () => {
    draft.forget()
    store.update(() => ({}))
    sending.reset()
    setRound((before) => before + 1)
  }

  return {
    ...sending,
    form,
    fields,
    round,
    values,
    change: ({ key, kind }: Field, value: string) => store.update((before) => ({ ...before, [key]: { kind, value } })),
    add: pending.add,
    reading: pending.reading,
    unsaved: pending.reading || isFilled(fields, values),
    draft,
    clear,
    /** Removes the draft with everything in it, also what the form has no place for. */
    startAfresh: () => {
      draft.forgetUnplaced()
      clear()
    },
    /** Sends the values as a registration of their own. */
    submitAsAnother: () => {
      draft.renewKey()
      sending.element.current?.requestSubmit()
    },
  }
}
