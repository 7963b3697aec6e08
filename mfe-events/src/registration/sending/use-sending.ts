import type { Form } from '@marram/api-contract/forms'
import { toast } from '@marram/sdk/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type FormEvent, useRef, useState } from 'react'
import type { Draft } from '../draft/use-draft'
import type { Field, FormValues } from '../fields/field'
import { fieldsOf, mistakesIn, valueIn } from '../fields/form-values'
import type { FormValueStore } from '../fields/use-form-values'
import type { Pending } from '../images/use-pending'
import { fitImages, isTooLarge, tooLarge } from './fit-images'
import { failureOf, failureOfChanged, isRefused, send } from './send-registration'

/** What has arrived. */
export type Sent = { message: string; at: number; answers: { field: Field; value: string }[] }

type Given = {
  id: string
  form: Form
  fields: Field[]
  store: FormValueStore
  pending: Pending
  draft: Draft
  fetchChanged: () => Promise<Form | undefined>
  setForm: (form: Form) => void
}

/** On another page there is time for more than a glance. */
const LONG_MS = 15_000
const RECEIVED = 'Your registration has been received.'
const TOO_LARGE = 'This is too large to be sent.'

/** Sends a form, and knows what became of it. What was entered leaves only after the server has taken it. */
export function useSending({ id, form, fields, store, pending, draft, fetchChanged, setForm }: Given) {
  const [problems, setProblems] = useState<Problem[]>([])
  const [arrivedBefore, setArrivedBefore] = useState(false)
  const [sent, setSent] = useState<Sent>()
  /** How much of the form is on its way; before that, whether images are being prepared. */
  const [stage, setStage] = useState<number | 'images'>()
  const busy = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const hasLeft = () => element.current === null
  const online = useOnline(() => element.current?.requestSubmit())

  /** Whole values, or what is wrong with them. Who leaves meanwhile has not sent anything. */
  const complete = async (): Promise<Problem[]> => {
    if (pending.any()) setStage('images')
    const refused = await pending.settled()
    const missing = mistakesIn(fields, store.latest()).filter((one) => refused.every((other) => other.id !== one.id))
    if (refused.length + missing.length > 0) return [...refused, ...missing]
    if (!isTooLarge(fields, store.latest())) return []
    setStage('images')
    const fitted = await fitImages(fields, store.latest())
    if (isTooLarge(fields, fitted)) return tooLarge(fields, fitted, TOO_LARGE)
    // Saved as they are sent: another attempt is the same.
    store.update(() => fitted)
    return []
  }

  const deliver = async (values: FormValues, key: string) => {
    setStage(0)
    const message = (await send(id, fields, values, key, setStage)) ?? RECEIVED
    draft.forget()
    notify('success', message)
    setSent({ message, at: Date.now(), answers: fields.map((field) => ({ field, value: valueIn(field, values) })) })
    store.update(() => ({}))
    void fetchChanged().then((changed) => changed && setForm(changed))
  }

  /** Who has left the page sees nothing but this. */
  const notify = (kind: 'success' | 'error', message: string) =>
    hasLeft()
      ? toast({ kind, message: `“${form.form_name}”: ${message}`, life: LONG_MS })
      : toast({ kind, message, closable: false })

  /** The server may have refused values for fields that it no longer asks for. */
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
      if (hasLeft()) return
      setProblems(found)
      if (found.length > 0) return
      const key = draft.idempotencyKey()
      draft.save()
      // Browsers may say that they are online where they are not, never the reverse.
      if (navigator.onLine) await deliver(store.latest(), key)
      else online.wait()
    } catch (error) {
      const failure = await failureNow(error)
      notify('error', failure.message)
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
    submit,
    reset: () => {
      setProblems([])
      setArrivedBefore(false)
      setSent(undefined)
    },
  }
}

/** Waits for a connection where there is none. A form that has gone by then is not sent. */
function useOnline(whenOnline: () => void) {
  const [waiting, setWaiting] = useState(false)
  const listening = useRef<AbortController>(undefined)
  const stopWaiting = () => {
    listening.current?.abort()
    setWaiting(false)
  }
  const wait = () => {
    listening.current?.abort()
    listening.current = new AbortController()
    const { signal } = listening.current
    const go = () => {
      setWaiting(false)
      whenOnline()
    }
    addEventListener('online', go, { once: true, signal })
    setWaiting(true)
  }
  return { waiting, wait, stopWaiting }
}
