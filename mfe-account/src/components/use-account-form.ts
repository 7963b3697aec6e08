import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { useNavigate } from '@marram/sdk/router'
import { toast } from '@marram/sdk/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type Attempt, unsolvedProblems } from '@marram/ui/unsolved-problems'
import { type FormEvent, useRef, useState } from 'react'
// By name: with a namespace that is passed on, the bundler keeps all of zod (390 KB).
import { object, safeParse, type ZodMiniType } from 'zod/mini'

const STAY_MS = 2000

/** The call succeeded, but not its purpose. The message is for the visitor. */
export class FormFailure extends Error {
  override readonly name = 'FormFailure'
}

type Form<Values> = {
  /** Of the form, and the prefix of its fields' ids. */
  id: string
  schema: ZodMiniType<Values>
  /** In the order of the fields. */
  empty: Values
  /** Returns the message for the visitor. The element is passed for moving the focus. */
  send: (values: Values, element: HTMLFormElement) => Promise<string>
  /** The values of the fields after sending, from their previous values; without it they are empty. */
  afterwards?: (values: Values) => Values
  /** The address and name of the next page. Without it the form is shown again. */
  next?: { to: string; name: string }
  /** Milliseconds for which a toast shows an error, where it is not as long as any other toast. */
  errorLife?: number
}

/** State of a form of an account. What was typed stays when sending fails. */
export function useAccountForm<Values extends Record<string, string>>(form: Form<Values>) {
  const [values, setValues] = useState(form.empty)
  const [attempt, setAttempt] = useState<Attempt<Values>>({ problems: [], values: form.empty })
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState<string>()
  const busy = useRef(false)
  const navigate = useNavigate()

  const fieldId = (name: string) => `${form.id}-${name}`
  const problemsOf = (mistakes: Mistakes): Problem[] =>
    Object.keys(form.empty).flatMap((name) => {
      const message = mistakes[name]
      return message ? [{ id: fieldId(name), message }] : []
    })
  const problems = unsolvedProblems(attempt, values, {
    mistakesIn: (typed) => problemsOf(check(form.schema, typed).mistakes),
    valueAt: (id, typed) => typed[id.slice(fieldId('').length)],
  })

  const fail = (error: unknown) => {
    const message = isApiError(error) || error instanceof FormFailure ? error.message : 'That did not work. Try again.'
    if (!isApiError(error) || error.code === 0 || error.code >= 500) report({ kind: form.id, message })
    toast({ kind: 'error', message, life: form.errorLife })
    const known = isApiError(error) ? problemsOf(error.fields) : []
    setAttempt({ problems: known.length > 0 ? known : [{ message }], values })
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (busy.current) return
    const { sent, mistakes } = check(form.schema, values)
    setAttempt({ problems: problemsOf(mistakes), values })
    if (!sent) return
    busy.current = true
    setDone(undefined)
    setSending(true)
    try {
      const message = await form.send(sent, element)
      toast({ kind: 'success', message, life: STAY_MS })
      setDone(message)
      const { next } = form
      if (!next) {
        setValues(form.afterwards ?? form.empty)
        busy.current = false
        return
      }
      // Still busy, so that it is not sent again.
      setTimeout(() => element.isConnected && navigate(next.to, { replace: true }), STAY_MS)
    } catch (error) {
      fail(error)
      busy.current = false
    } finally {
      setSending(false)
    }
  }

  const field = (name: keyof Values & string) => ({
    id: fieldId(name),
    name,
    value: values[name] as string,
    error: problems.find(({ id }) => id === fieldId(name))?.message,
    onChange: (value: string) => setValues((old) => ({ ...old, [name]: value })),
  })

  return { id: form.id, next: form.next, field, problems, sending, done, submit }
}

/** A form of one button, without fields. */
export const useAccountAction = (form: Omit<Form<Record<string, never>>, 'schema' | 'empty'>) =>
  useAccountForm({ ...form, schema: object({}), empty: {} })

/** Messages by the names of fields. */
type Mistakes = Record<string, string>

/** By the schema that the API checks with: the values as they are sent, or the first mistake of each field. */
export function check<Values>(schema: ZodMiniType<Values>, values: Values) {
  const { data: sent, error } = safeParse(schema, values)
  const mistakes: Mistakes = {}
  for (const { path, message } of error?.issues ?? []) mistakes[String(path[0])] ??= message
  return { sent, mistakes }
}
