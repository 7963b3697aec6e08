import type { Form } from '@marram/api-contract/forms'
import { toast } from '@marram/sdk/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type FormEvent, useRef, useState } from 'react'
import { sendForm } from '../../api'
import type { Draft } from '../draft/use-draft'
import type { Field, FormValues } from '../fields/field'
import { fieldsOf, filledFields, mistakesIn, valueIn } from '../fields/form-values'
import type { FormValueStore } from '../fields/use-form-values'
import type { Pending } from '../images/use-pending'
import { failureOf, failureOfChanged, isRefused } from './failures'
import { fitImages, isTooLarge, tooLarge } from './fit-images'

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

/** In milliseconds, for visitors who are reading another page. */
const LONG_MS = 15_000
const RECEIVED = 'Your registration has been received.'
const TOO_LARGE = 'This is too large to be sent.'

/** Sends a form, and has the outcome. Values are removed from the page and the device only after the server has stored them. */
export function useSending({ id, form, fields, store, pending, draft, fetchChanged, setForm }: Given) {
  const [problems, setProblems] = useState<Problem[]>([])
  const [arrivedBefore, setArrivedBefore] = useState(false)
  const [sent, setSent] = useState<Sent>()
  /** Share of the form that is sent; before that, `images` while they are being prepared. */
  const [stage, setStage] = useState<number | 'images'>()
  const busy = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const hasLeft = () => element.current === null
  const online = useOnline(() => element.current?.requestSubmit())

  /** Waits for images and makes them fit. Returns what is wrong with the values. */
  const complete = async (): Promise<Problem[]> => {
    if (pending.any()) setStage('images')
    const refused = await pending.settled()
    const missing = mistakesIn(fields, store.latest()).filter((one) => refused.every((other) => other.id !== one.id))
    if (refused.length + missing.length > 0) return [...refused, ...missing]
    if (!isTooLarge(fields, store.latest())) return []
    setStage('images')
    const fitted = await fitImages(fields, store.latest())
    if (isTooLarge(fields, fitted)) return tooLarge(fields, fitted, TOO_LARGE)
    // Saved as they are sent, so that another attempt sends the same.
    store.update(() => fitted)
    return []
  }

  const deliver = async (values: FormValues, idempotencyKey: string) => {
    setStage(0)
    const options = { idempotencyKey, onUpload: setStage }
    const message = (await sendForm(id, filledFields(fields, values), options)) ?? RECEIVED
    draft.forget()
    notify('success', message)
    setSent({ message, at: Date.now(), answers: fields.map((field) => ({ field, value: valueIn(field, values) })) })
    store.update(() => ({}))
    void fetchChanged().then((changed) => changed && setForm(changed))
  }

  /** After the page was left, this is all that the visitor sees. */
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
      // A browser that is offline may report that it is online, never the reverse.
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

/** Waits for a connection. A form that has left the page by then is not sent. */
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
