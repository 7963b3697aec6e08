import type { Form } from '@marram/api-contract/forms'
import { report } from '@marram/sdk/report'
import { useMemo, useState } from 'react'
import { getForm } from '../api'
import { useDraft } from './draft/use-draft'
import { fieldsOf, isFilled } from './fields/form-values'
import { useSending } from './sending/use-sending'

type Given = {
  id: string
  given: Form
  from: string | undefined
  isOpen: boolean
}

/** State of one registration form: its fields, what was entered, the draft of it, and what became of it. */
export function useRegistration({ id, given, from, isOpen }: Given) {
  const [form, setForm] = useState(given)
  const [round, setRound] = useState(0)
  const fields = useMemo(() => fieldsOf(form.submission_form, form.event?.title), [form])
  const draft = useDraft(`registration:${id}`, fields)

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
  const sending = useSending({ id, form, isOpen, fields, draft, fetchChanged, setForm })

  const clear = () => {
    draft.forget()
    sending.reset()
    setRound((before) => before + 1)
  }

  return {
    ...sending,
    form,
    fields,
    round,
    draft,
    unsaved: draft.pending.reading || isFilled(fields, draft.values),
    clear,
    /** Removes the draft with everything in it, also what the form has no place for. */
    startAfresh: () => {
      clear()
      draft.forgetUnplaced()
    },
    submitAsAnother: () => {
      draft.renewKey()
      sending.element.current?.requestSubmit()
    },
  }
}
