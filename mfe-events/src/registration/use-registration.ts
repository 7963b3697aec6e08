import type { Form } from '@marram/contracts/forms'
import { report } from '@marram/host/report'
import { toast } from '@marram/host/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { getForm } from '../api'
import { type Answers, type Field, fieldsOf, isFilled, missingAnswers, valueIn } from './answers'
import { failureOf, send } from './send-registration'
import { useDraft } from './use-draft'
import { useOnline } from './use-online'

/** What has arrived. */
export type Sent = { message: string; at: number; answers: { field: Field; value: string }[] }

/** State of one registration form. What was entered leaves only after the server has taken it. */
export function useRegistration(id: string, given: Form) {
  const [form, setForm] = useState(given)
  const fields = useMemo(() => fieldsOf(form.submission_form), [form])
  const [answers, setAnswers] = useState<Answers>({})
  const [problems, setProblems] = useState<Problem[]>([])
  const [arrivedBefore, setArrivedBefore] = useState(false)
  const [sent, setSent] = useState<Sent>()
  /** How much of the form is on its way, while it is being sent. */
  const [share, setShare] = useState<number>()
  const busy = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const draft = useDraft(`registration:${id}`, fields, answers, setAnswers)
  const online = useOnline(() => element.current?.requestSubmit())

  useEffect(() => {
    if (problems.length > 0) summary.current?.focus()
  }, [problems])

  const change = ({ key, kind }: Field, value: string) =>
    setAnswers((before) => ({ ...before, [key]: { kind, value } }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    const missing = missingAnswers(fields, answers)
    setArrivedBefore(false)
    setProblems(missing)
    if (missing.length > 0) return
    const key = draft.idempotencyKey()
    draft.save()
    if (!online.now()) return online.wait()
    busy.current = true
    setShare(0)
    try {
      const message = (await send(id, fields, answers, key, setShare)) ?? 'Your registration has been received.'
      draft.forget()
      toast({ kind: 'success', message, closable: false })
      setSent({ message, at: Date.now(), answers: fields.map((field) => ({ field, value: valueIn(field, answers) })) })
      setAnswers({})
      void fetchAgain()
    } catch (error) {
      const failure = failureOf(error, fields)
      toast({ kind: 'error', message: failure.message, closable: false })
      setProblems(failure.problems)
      setArrivedBefore(failure.arrivedBefore)
    } finally {
      busy.current = false
      setShare(undefined)
    }
  }

  /** It may be another one by now. Where it cannot be had, what has arrived is shown all the same. */
  const fetchAgain = () =>
    getForm(id).then(setForm, (error: Error) => report({ kind: 'form-again', message: error.message }))

  /** Everything empty again, on the page and on this device. */
  const clear = () => {
    draft.forget()
    setAnswers({})
    setProblems([])
    setArrivedBefore(false)
    setSent(undefined)
  }

  return {
    form,
    fields,
    answers,
    change,
    unsaved: isFilled(fields, answers),
    problems,
    arrivedBefore,
    share,
    waiting: online.waiting,
    stopWaiting: online.stopWaiting,
    sent,
    draft,
    element,
    summary,
    submit,
    clear,
    /** Sends the answers as a registration of their own. */
    submitAsAnother: () => {
      draft.renewKey()
      element.current?.requestSubmit()
    },
  }
}
