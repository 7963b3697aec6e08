import { isApiError } from '@marram/client/api-error'
import type { Problem } from '@marram/ui/error-summary'
import { sendForm } from '../api'
import { type Answers, type Field, filledFields } from './answers'

/** How sending failed. */
export type Failure = {
  message: string
  problems: Problem[]
  /** The same key has brought other answers before: they have arrived, these have not. */
  arrivedBefore: boolean
}

/** Sends the answers once for each key, however often it is tried. Throws what `failureOf` reads. */
export const send = (
  form: string,
  fields: Field[],
  answers: Answers,
  idempotencyKey: string,
  onUpload: (share: number) => void,
): Promise<string | undefined> => sendForm(form, filledFields(fields, answers), { idempotencyKey, onUpload })

const NO_ANSWER =
  'No answer came, so your registration may or may not have arrived. Send it again: it counts once only.'

export function failureOf(error: unknown, fields: Field[]): Failure {
  if (!isApiError(error)) {
    const message = 'The form could not be sent. Try again.'
    return { message, problems: [{ message }], arrivedBefore: false }
  }
  const lost = error.kind === 'network' || error.code >= 502
  const message = lost ? NO_ANSWER : error.message
  return { message, problems: problemsOf(error.fields, message, fields), arrivedBefore: error.code === 409 }
}

/** The server's messages at their fields, those of no field above; or its one message about the whole form. */
function problemsOf(said: Record<string, string>, message: string, fields: Field[]): Problem[] {
  const left = new Map(Object.entries(said))
  const known = fields.flatMap(({ id, data_label }) => {
    const about = left.get(data_label)
    left.delete(data_label)
    return about ? [{ id, message: about }] : []
  })
  const others = Array.from(left, ([label, about]) => ({ message: `${label}: ${about}` }))
  const all = [...known, ...others]
  return all.length > 0 ? all : [{ message }]
}
