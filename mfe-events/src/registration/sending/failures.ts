import type { Form } from '@marram/api-contract/forms'
import { type ApiError, isApiError } from '@marram/sdk/api-error'
import type { Problem } from '@marram/ui/error-summary'
import type { Field, FormValues } from '../fields/field'
import { mistakesIn } from '../fields/form-values'
import { tooLarge } from './fit-images'

type Failure = { message: string; problems: Problem[] }

const UNSURE = 'No answer came, so your registration may or may not have arrived.'
const ONCE = `${UNSURE} Send it again: it counts once only.`
const TWICE = `${UNSURE} Your answers are still here, but if you send them again you may be registered twice.`

/** Why values were not accepted. Only a host with idempotency keys registers them once. */
export function failureOf(
  error: unknown,
  { idempotent }: Pick<Form, 'idempotent'>,
  fields: Field[],
  values: FormValues,
): Failure {
  const failure = (message: string, problems: Problem[] = [{ message }]) => ({ message, problems })
  if (!isApiError(error)) return failure('The form could not be sent. Try again.')
  if (isUnsure(error)) return failure(idempotent ? ONCE : TWICE)
  if (error.code === 413) return failure(error.message, tooLarge(fields, values, error.message))
  return failure(error.message, problemsOf(error.fields, error.message, fields))
}

/** Whether other values have arrived under the same key; these have not. */
export const haveOthersArrived = (error: unknown, { idempotent }: Pick<Form, 'idempotent'>) =>
  isApiError(error) && error.code === 409 && idempotent === true

const CHANGED =
  'This form has changed since you opened it, so nothing was sent. Your answers are still here: look through it, and send it again.'

export const isRefused = (error: unknown): error is ApiError =>
  isApiError(error) && (error.code === 400 || error.code === 422)

/** The same for a form that has changed meanwhile, without the server's messages about fields that have gone. */
export function failureOfChanged(error: unknown, fields: Field[], values: FormValues): Failure {
  const missing = mistakesIn(fields, values)
  const reported = isRefused(error) ? problemsOf(error.fields, error.message, fields) : []
  const others = reported.filter(({ id }) => id !== undefined && missing.every((one) => one.id !== id))
  return { message: CHANGED, problems: [{ message: CHANGED }, ...missing, ...others] }
}

/** No response came, or a proxy's own. A server that asks to try again later has stored nothing. */
const isUnsure = ({ kind, code, retryAfter }: ApiError) =>
  kind === 'network' || (code >= 502 && !(code === 503 && retryAfter !== undefined))

/** The server's messages, first those about a field of the form; without any, its one message about the whole form. */
function problemsOf(byLabel: Record<string, string>, message: string, fields: Field[]): Problem[] {
  const left = new Map(Object.entries(byLabel))
  const known = fields.flatMap(({ id, data_label }) => {
    const about = left.get(data_label)
    left.delete(data_label)
    return about ? [{ id, message: about }] : []
  })
  const others = Array.from(left, ([label, about]) => ({ message: `${label}: ${about}` }))
  const all = [...known, ...others]
  return all.length > 0 ? all : [{ message }]
}
