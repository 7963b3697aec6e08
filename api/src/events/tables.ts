import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { api, changedAt, required, slug, texts } from '../database/schema'
import { forms } from '../forms/tables'

export const eventKinds = ['sport', 'olympiad', 'ticket', 'exhibition', 'submission', 'event'] as const
export type EventKind = (typeof eventKinds)[number]

/** Everything that takes place: six kinds, one shape. */
export const events = api.table(
  'events',
  {
    kind: required('kind').$type<EventKind>(),
    ...texts('slug', 'image', 'title', 'description'),
    date_from: date('date_from', { mode: 'string' }).notNull(),
    date_to: date('date_to', { mode: 'string' }).notNull(),
    open: boolean('open').notNull(),
    form: text('form').references(() => forms.slug),
    place: text('place'),
    /** As it is shown, in words. */
    time: text('time'),
    fee: text('fee'),
    /** How long an olympiad's quiz is meant to take. */
    quiz_minutes: integer('quiz_minutes'),
    changed_at: changedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index('events_by_date').on(table.kind, table.date_from),
    check('events_end_after_start', sql`${table.date_to} >= ${table.date_from}`),
  ],
)

export const courses = api.table('courses', {
  slug: slug(),
  ...texts('image', 'title', 'description'),
  date: date('date', { mode: 'string' }).notNull(),
  link: text('link'),
  form: text('form').references(() => forms.slug),
  changed_at: changedAt(),
})
