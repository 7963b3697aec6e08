import type { Form } from '@marram/api-contract/forms'
import { LOG_IN_FIRST } from '@marram/api-contract/submissions'
import { report } from '@marram/sdk/report'
import { useSession } from '@marram/sdk/session'
import { toast } from '@marram/sdk/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type Attempt, unsolvedProblems } from '@marram/ui/unsolved-problems'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { getForm, sendForm } from '../api'
import { useDraft } from './draft/use-draft'
import type { Field, FormValues } from './fields/field'
import { fieldsOf, filledFields, mistakesIn, valueIn } from './fields/form-values'
import { failureOf, failureOfChanged, haveOthersArrived, isRefused } from './sending/failures'
import { fitImages, isTooLarge, tooLarge } from './sending/fit-images'

export type Sent = Awaited<ReturnType<typeof sendForm>> & {
  at: number
  answers: { field: Field; value: string }[]
}

/** `from` is the slug of the event that the visitor comes from, if that is known. */
type Given = { id: string; form: Form; from?: string | undefined; isOpen: boolean }

/** In milliseconds, for visitors who are reading another page. */
const LONG_MS = 15_000
const RECEIVED = 'Your registration has been received.'
const NOT_OPEN = 'Submissions are not open yet, so nothing was sent. What you entered is still there.'
const TOO_LARGE = 'This is too large to be sent.'

const NO_FAILURE: Attempt<FormValues> & { arrivedBefore: boolean } = { problems: [], values: {}, arrivedBefore: false }

/**
 * A form, what is entered, and the outcome of sending it. Values are removed from the page and the device only after
 * the server has stored them.
 */
export function useRegistration({ id, form: given, from, isOpen }: Given) {
  const [form, setForm] = useState(given)
  const [generation, setGeneration] = useState(0)
  const fields = useMemo(() => fieldsOf(form.submission_form, form.event?.title), [form])
  const draft = useDraft(`registration:${id}`, fields)
  const [attempt, setAttempt] = useState(NO_FAILURE)
  const [sent, setSent] = useState<Sent>()
  /** Share of the form that is sent; before that, `images` while they are being prepared. */
  const [stage, setStage] = useState<number | 'images'>()
  const busy = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const hasLeft = () => element.current === null
  /** Whether it waits for a connection; then it is sent, unless the form has left the page. */
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const send = () => {
      setWaiting(false)
      element.current?.requestSubmit()
    }
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [waiting])

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

  /** Waits for images and makes them fit. Returns what is wrong with the values. */
  const complete = async (): Promise<Problem[]> => {
    if (!isOpen) {
      toast({ kind: 'error', title: 'Not open yet', message: NOT_OPEN })
      return [{ message: NOT_OPEN }]
    }
    if (form.requires_login && !useSession.getState().loggedIn) return [{ message: LOG_IN_FIRST }]
    if (draft.pending.any()) setStage('images')
    const refused = await draft.pending.settled()
    const missing = mistakesIn(fields, draft.latest()).filter((one) => refused.every((other) => other.id !== one.id))
    if (refused.length + missing.length > 0) return [...refused, ...missing]
    if (!isTooLarge(fields, draft.latest())) return []
    setStage('images')
    const fitted = await fitImages(fields, draft.latest())
    if (isTooLarge(fields, fitted)) return tooLarge(fields, fitted, TOO_LARGE)
    // Saved as they are sent, so that another attempt sends the same.
    draft.update(fitted)
    return []
  }

  const deliver = async (values: FormValues, idempotencyKey: string) => {
    setStage(0)
    const options = { idempotencyKey, onUpload: setStage }
    const { message = RECEIVED, ...receipt } = await sendForm(id, filledFields(fields, values), options)
    draft.forget()
    notify('success', message)
    const answers = fields.map((field) => ({ field, value: valueIn(field, values) }))
    setSent({ message, at: Date.now(), answers, ...receipt })
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
    if (!changed) return failureOf(error, form, fields, draft.latest())
    const now = fieldsOf(changed.submission_form, changed.event?.title)
    setForm(changed)
    return failureOfChanged(error, now, draft.refit(now))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setAttempt((before) => ({ ...before, arrivedBefore: false }))
    try {
      const found = await complete()
      if (hasLeft()) return
      setAttempt({ problems: found, values: draft.latest(), arrivedBefore: false })
      if (found.length > 0) return
      const key = draft.idempotencyKey()
      draft.save()
      // A browser that is offline may report that it is online, never the reverse.
      setWaiting(!navigator.onLine)
      if (navigator.onLine) await deliver(draft.latest(), key)
    } catch (error) {
      const { message, problems } = await failureNow(error)
      notify('error', message)
      setAttempt({ problems, values: draft.latest(), arrivedBefore: haveOthersArrived(error, form) })
    } finally {
      busy.current = false
      setStage(undefined)
    }
  }

  return {
    ...{ form, fields, generation, draft, sent, stage, element, submit, waiting },
    stopWaiting: () => setWaiting(false),
    arrivedBefore: attempt.arrivedBefore,
    problems: unsolvedProblems(attempt, draft.values, {
      mistakesIn: (values) => mistakesIn(fields, values),
      valueAt(id, values) {
        const field = fields.find((one) => one.id === id)
        return field && valueIn(field, values)
      },
    }),
    clear: () => {
      draft.forget()
      setAttempt(NO_FAILURE)
      setSent(undefined)
      setGeneration((before) => before + 1)
    },
    submitAsAnother: () => {
      draft.renewKey()
      element.current?.requestSubmit()
    },
  }
}
export type Registration = ReturnType<typeof useRegistration>
