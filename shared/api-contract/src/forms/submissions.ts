import * as z from 'zod/mini'
import { messageOnly } from '../content/content-fields'
import { postEndpoint } from '../endpoint'

/** A filled field; a file's value is an image as a data URL. */
export const filledField = z.object({
  data_label: z.string(),
  /** The kind in the form. */
  data_type: z.string(),
  data_value: z.nullish(z.union([z.string(), z.array(z.string())])),
})
export type FilledField = z.infer<typeof filledField>

/** The largest body of a filled form that our API accepts: images are scaled to fit. */
export const MOST_FORM_BYTES = 24 * 1024 * 1024

/** Of a form in which every field is empty, whatever it requires. */
export const NOTHING_FILLED = 'Nothing is filled in yet. Fill in at least one field, and send it again.'
/** Of a form that `requires_login`. */
export const LOG_IN_FIRST = 'You need to be logged in to send this form.'

/** Far more than any form has; without a bound a large body would keep the server busy for seconds. */
const MOST_FIELDS = 1000

const formId = z.union([z.string(), z.int()])

/** The form's id under either of the two names that clients use, and its fields. */
export const formSubmission = z
  .object({
    submitted_form: z.optional(formId),
    form: z.optional(formId),
    form_data: z.array(filledField).check(z.maxLength(MOST_FIELDS, 'Too many fields')),
  })
  .check(z.refine((body) => (body.submitted_form ?? body.form ?? '') !== '', 'Say which form this is: submitted_form'))

/** The form for visitors' own work: it needs a login, and a person decides about each submission. */
export const OWN_WORK = 'own-work'

/** Why a form takes nothing, by its `closed`. */
export const CLOSED = {
  over: 'This event is over, so nobody can register for it any more.',
  closed: 'Registration is not open.',
}

/** The result of a submission. Only our API sends more than a text. */
export const received = z.extend(messageOnly, {
  /** Its reference for questions. */
  reference: z.optional(z.string()),
  /** Whether a receipt is sent by mail. */
  mailed: z.optional(z.boolean()),
  /** Whether the sender's account lists it: not if the token has ended. */
  listed: z.optional(z.boolean()),
})

export const createSubmission = postEndpoint('/api/submission/create', 'Send a filled form', formSubmission, received, {
  bearer: true,
  idempotent: true,
})
