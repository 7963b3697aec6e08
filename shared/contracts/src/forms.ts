import * as z from 'zod/mini'
import { endpoint } from './endpoint'

/** `textfield` stands first: a kind that we do not know is read as text. */
export const fieldKind = z.enum(['textfield', 'paragraph', 'selectfield', 'file'])
export type FieldKind = z.infer<typeof fieldKind>

export const formField = z.object({
  data_label: z.string(),
  data_type: fieldKind,
  /** The value; for a selectfield without `options` the choices, as a list or separated by commas. */
  data_value: z.nullable(z.union([z.string(), z.array(z.string())])),
  /** Choices of a selectfield. */
  options: z.optional(z.array(z.string())),
  /** A field is required only where it says so. */
  required: z.optional(z.boolean()),
  hint: z.optional(z.string()),
})
export type FormField = z.infer<typeof formField>

export const form = z.object({ form_name: z.string(), submission_form: z.array(formField) })
export type Form = z.infer<typeof form>

/** The choices of a selectfield, wherever the server put them. Empty for other fields. */
export function optionsOf(field: FormField): string[] {
  if (field.data_type !== 'selectfield') return []
  const { options = [], data_value: value } = field
  const named = Array.isArray(value) ? value : (value ?? '').split(',')
  const choices = options.length > 0 ? options : named
  return choices.map((choice) => choice.trim()).filter((choice) => choice !== '')
}

export const getForm = endpoint({
  method: 'GET',
  path: '/api/form/detail/{id}',
  summary: 'A registration form',
  envelope: 'data',
  data: form,
})
