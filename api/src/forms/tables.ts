import type { FormField } from '@marram/api-contract/forms'
import { boolean, date, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables'
import { api, required, slug, writtenAt } from '../database/schema'

export const forms = api.table('forms', {
  slug: slug(),
  form_name: required('form_name'),
  submission_form: jsonb('submission_form').$type<FormField[]>().notNull(),
  notice: text('notice'),
  /** Null for `KEEP_DAYS`. */
  keep_days: integer('keep_days'),
  /** Null for a form that needs no login. */
  requires_login: boolean('requires_login'),
})

/** A filled field; a file's value is the name of a stored image. */
export type StoredField = { label: string; kind: FormField['data_type']; value: string }

export const submissions = api.table(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    /** Not a reference: submissions outlive their form. */
    form: required('form'),
    fields: jsonb('fields').$type<StoredField[]>().notNull(),
    /** Who was logged in; also null after that account was deleted. */
    user: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The decision about a visitor's own work; null before it. */
    decision: text('decision').$type<'taken' | 'rejected'>(),
    createdAt: writtenAt(),
    /** The day that `keep_days` are counted from; null until `forgetOldSubmissions` has set it, once. */
    keepFrom: date('keep_from', { mode: 'string' }),
  },
  (table) => [
    index('submissions_by_form').on(table.form, table.createdAt),
    index('submissions_by_user').on(table.user),
  ],
)
