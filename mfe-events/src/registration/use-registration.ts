import { isApiError } from '@marram/client/api-error'
import { idempotencyKeys } from '@marram/client/idempotency-keys'
import type { Form } from '@marram/contracts/forms'
import { useRevalidator } from '@marram/host/router'
import { toast } from '@marram/host/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sendForm } from '../api'
import { filledFields, missingAnswers, startValues } from './answers'

/** What was sent, to be shown once it has arrived. */
export type Sent = { message: string; answers: { label: string; value: string }[] }

/** Fixed, so that links to a field work and server and browser agree. */
const fieldId = (i: number) => `field-${i + 1}`

/** State of one registration form. What was typed leaves only after the server has taken it. */
export function useRegistration(id: string, form: Form) {
  const fields = form.submission_form
  const [values, setValues] = useState(() => startValues(fields))
  const [problems, setProblems] = useState<Problem[]>([])
  const [sent, setSent] = useState<Sent>()
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const keys = useRef(idempotencyKeys())
  const summary = useRef<HTMLDivElement>(null)
  const { revalidate } = useRevalidator()

  useEffect(() => {
    if (problems.length > 0) summary.current?.focus()
  }, [problems])

  const change = (i: number, value: string) => setValues((old) => old.map((each, at) => (at === i ? value : each)))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    const missing = missingAnswers(fields, values)
    setSent(undefined)
    setProblems(missing.map(({ index, message }) => ({ id: fieldId(index), message })))
    if (missing.length > 0) return
    busy.current = true
    setSending(true)
    try {
      const filled = filledFields(fields, values)
      const message =
        (await sendForm(id, filled, keys.current.keyFor(filled))) ?? 'Your registration has been received.'
      keys.current.forget()
      toast({ kind: 'success', message, closable: false })
      setSent({ message, answers: fields.map((field, i) => ({ label: field.data_label, value: values[i] ?? '' })) })
      setValues(startValues(fields))
      await revalidate()
    } catch (error) {
      const message = isApiError(error) ? error.message : 'The form could not be sent. Try again.'
      toast({ kind: 'error', message, closable: false })
      setProblems(problemsOf(error, message))
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  /** The server's messages by field label, or its one message about the whole form. */
  const problemsOf = (error: unknown, message: string): Problem[] => {
    const byLabel = isApiError(error) ? error.fields : {}
    const known = fields.flatMap((field, i) => {
      const said = byLabel[field.data_label]
      return said ? [{ id: fieldId(i), message: said }] : []
    })
    return known.length > 0 ? known : [{ message }]
  }

  return { values, change, problems, sending, sent, summary, submit, fieldId }
}
