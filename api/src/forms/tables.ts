import type { FormField } from '@marram/api-contract/forms'
import { boolean, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { api, required, slug, writtenAt } from '../database/schema'

export const forms = api.table('forms', {
  slug: slug(),
  form_name: required('form_name'),
  submission_form: jsonb('submission_form').$type<FormField[]>().notNull(),
  notice: text('notice'),
  /** Null for `KEEP_DAYS`. */
  keep_days: integer('keep_days'),
  /** Null for a form that everybody may send. */
  requires_login: boolean('requires_login'),
})

/** A field as it was filled; a file's value is the name of a stored image. */
export type StoredField = { label: string; kind: FormField['data_type']; value: string }

export const submissions = api.table(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    /** Not a reference: what was sent outlives its form. */
    form: required('form'),
    fields: jsonb('fields').$type<StoredField[]>().notNull(),
    createdAt: writtenAt(),
  },
  (table) => [index('submissions_by_form').on(table.form, table.createdAt)],
)
