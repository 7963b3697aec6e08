import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from '../events/event-summary'

export const fieldKinds = ['textfield', 'paragraph', 'selectfield', 'file'] as const
export const fieldKind = z.enum(fieldKinds)
export type FieldKind = z.infer<typeof fieldKind>

const shape = {
  data_label: z.string(),
  /** The value; for a selectfield without `options` the choices, as a list or separated by commas. */
  data_value: z.nullable(z.union([z.string(), z.array(z.string())])),
  options: z.optional(z.array(z.string())),
  /** Fields are optional unless this is set. */
  required: z.optional(z.boolean()),
  hint: z.optional(z.string()),
}

/** A field of our own forms. */
export const formField = z.object({ ...shape, data_type: fieldKind })
export type FormField = z.infer<typeof formField>

/** A field as any host may define it, of unknown kinds too. */
export const definedField = z.object({ ...shape, data_type: z.string() })
export type DefinedField = z.infer<typeof definedField>

const { title, date_from, date_to, place, time, fee, image } = eventSummary.shape
/** Facts about an event for visitors who register; missing ones are not known. */
export const formEvent = z.object({
  ...{ title, date_from, date_to, place, time, fee },
  image: z.optional(image),
  /** Its page on this site. */
  url: z.optional(z.string()),
})
export type FormEvent = z.infer<typeof formEvent>

export const form = z.object({
  form_name: z.string(),
  submission_form: z.array(definedField),
  /** Its purpose and recipients; like the next field only from our API. */
  notice: z.optional(z.string()),
  /** Submissions are deleted so long after the last event of the form, or without an event after sending. */
  keep_days: z.optional(z.int()),
  /** Whether it needs a login; only from our API. */
  requires_login: z.optional(z.boolean()),
  /** Whether this host registers once for each Idempotency-Key, however often it is sent. Hosts without this field may not. */
  idempotent: z.optional(z.boolean()),
  /** The event that the form belongs to, if that is one; ours alone. */
  event: z.optional(formEvent),
  /** Why nobody can register with it: all its events are over, or some not open; ours alone. */
  closed: z.optional(z.enum(['over', 'closed'])),
})
export type Form = z.infer<typeof form>

/** The kind of a field; undefined for an unknown one, which is treated as a textfield. */
export const kindOf = ({ data_type }: Pick<DefinedField, 'data_type'>): FieldKind | undefined =>
  fieldKinds.find((kind) => kind === data_type)

const PHONE_LABEL = /\b(?:(?:tele)?phone|(?:mobile|tel\.?) (?:no|number))\b|^\s*(?:mobile|tel)\.?\s*$/i
/** A label that mentions phones, but asks for something else too: an address, a time, a permission. */
const NO_NUMBER = /e-?mail|^\s*when\b|\b(?:best|good|right|what) (?:time|day|hour)s?\b|\bphone (?:you|us|me|them)\b/i

/** Whether a field asks for a phone number, by its kind, or by the label of a textfield. */
export const asksForPhone = ({ data_type, data_label }: Pick<DefinedField, 'data_type' | 'data_label'>): boolean =>
  data_type === 'phone' ||
  data_type === 'tel' ||
  (data_type === 'textfield' && PHONE_LABEL.test(data_label) && !NO_NUMBER.test(data_label))

/** The choices of a selectfield, wherever the server put them. Empty for other fields. */
export function optionsOf(field: DefinedField): string[] {
  if (field.data_type !== 'selectfield') return []
  const { options = [], data_value: value } = field
  const named = Array.isArray(value) ? value : (value ?? '').split(',')
  const choices = options.length > 0 ? options : named
  return choices.map((choice) => choice.trim()).filter((choice) => choice !== '')
}

export const getForm = getEndpoint('/api/form/detail/{id}', 'A registration form', form, {
  query: {
    /** Slug of the event that the visitor comes from, where several have the same form; ours alone. */
    event: z.optional(z.string()),
  },
})
