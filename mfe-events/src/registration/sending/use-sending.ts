import type { Form } from '@marram/api-contract/forms'
import { toast } from '@marram/sdk/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Answers, type Field, fieldsOf, valueIn, wrongAnswers } from '../fields/form-values'
import { fitImages, isTooLarge, tooLarge } from '../images/fit-images'
import { failureOf, failureOfChanged, isRefused, send } from './send-registration'
import type { AnswerStore } from '../fields/use-form-values'
import type { Draft } from '../draft/use-draft'
import { useOnline } from './use-online'
import type { Pending } from './use-pending'

/** What has arrived. */
export type Sent = { message: string; at: number; answers: { field: Field; value: string }[] }

type Given = {
  id: string
  form: Form
  fields: Field[]
  store: AnswerStore
  pending: Pending
  draft: Draft
  fetchChanged: () => Promise<Form | undefined>
  setForm: (form: Form) => void
}

/** On another page there is time for more than a glance. */
const LONG_MS = 15_000
const RECEIVED = 'Your registration has been received.'

/** Sends a form, and knows what became of it. What was entered leaves only after the server has taken it. */
export function useSending({ id, form, fields, store, pending, draft, fetchChanged, setForm }: Given) {
  const [problems, setProblems] = useState<Problem[]>([])
  const [arrivedBefore, setArrivedBefore] = useState(false)
  const [sent, setSent] = useState<Sent>()
  /** How much of the form is on its way; before that, whether images are being made ready. */
  const [stage, setStage] = useState<number | 'images'>()
  const busy = useRef(false)
  const left = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const online = useOnline(() => element.current?.requestSubmit())

  useEffect(() => {
    if (problems.length > 0) summary.current?.focus()
  }, [problems])
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  /** Whole answers, or what is wrong with them. Whoever leaves meanwhile has not sent anything. */
  const complete = async (): Promise<Problem[]> => {
    if (pending.any()) setStage('images')
    const refused = await pending.settled()
    const missing = wrongAnswers(fields, store.latest()).filter((one) => refused.every((other) => other.id !== one.id))
    if (refused.length + missing.length > 0) return [...refused, ...missing]
    if (!isTooLarge(fields, store.latest())) return []
    setStage('images')
    const fitted = await fitImages(fields, store.latest())
    if (isTooLarge(fields, fitted)) return tooLarge(fields, fitted, TOO_LARGE)
    // Kept as they are sent: another attempt is the same.
    store.update(() => fitted)
    return []
  }

  const deliver = async (answers: Answers, key: string) => {
    setStage(0)
    const message = (await send(id, fields, answers, key, setStage)) ?? RECEIVED
    draft.forget()
    tell('success', message)
    setSent({ message, at: Date.now(), answers: fields.map((field) => ({ field, value: valueIn(field, answers) })) })
    store.update(() => ({}))
    void fetchChanged().then((changed) => changed && setForm(changed))
  }

  /** Whoever has left the page sees nothing but this. */
  const tell = (kind: 'success' | 'error', message: string) =>
    left.current
      ? toast({ kind, message: `“${form.form_name}”: ${message}`, life: LONG_MS })
      : toast({ kind, message, closable: false })

  /** The server may have refused answers to questions that it no longer asks. */
  const failureNow = async (error: unknown) => {
    const changed = isRefused(error) ? await fetchChanged() : undefined
    if (!changed) return failureOf(error, form, fields, store.latest())
    const now = fieldsOf(changed.submission_form)
    setForm(changed)
    return failureOfChanged(error, now, draft.refit(now))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setArrivedBefore(false)
    try {
      const found = await complete()
      if (left.current) return
      setProblems(found)
      if (found.length > 0) return
      const key = draft.idempotencyKey()
      draft.save()
      if (online.now()) await deliver(store.latest(), key)
      else online.wait()
    } catch (error) {
      const failure = await failureNow(error)
      tell('error', failure.message)
      setProblems(failure.problems)
      setArrivedBefore(failure.arrivedBefore)
    } finally {
      busy.current = false
      setStage(undefined)
    }
  }

  return {
    problems,
    arrivedBefore,
    sent,
    stage,
    waiting: online.waiting,
    stopWaiting: online.stopWaiting,
    element,
    summary,
    submit,
    reset: () => {
      setProblems([])
      setArrivedBefore(false)
      setSent(undefined)
    },
  }
}

const TOO_LARGE = 'This is too large to be sent.'
