import type { FormField } from '@marram/contracts/forms'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

// Columns are named as the calls name their fields: a row is an answer, and what no call declares is stripped.

export const api = pgSchema('api')

const citext = customType<{ data: string }>({ dataType: () => 'citext' })
/** Where in its list an item stands; equal positions go by slug. */
const position = () => integer('position').notNull().default(0)
/** Parts of the site that show a block: `home`, `sports` … */
const areas = () => text('areas').array().notNull()
const writtenAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/** One row: the number that every cache of content is keyed by. */
export const contentRevision = api.table('content_revision', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull(),
})

/** One row, with the slug `home`. */
export const home = api.table('home', {
  slug: text('slug').primaryKey(),
  banner: text('banner').notNull(),
  banner_tall: text('banner_tall'),
  title: text('title').notNull(),
  description: text('description').notNull(),
  keyword: text('keyword'),
  film_title: text('film_title'),
  film_description: text('film_description'),
  film_image: text('film_image'),
})

export const services = api.table('services', {
  slug: text('slug').primaryKey(),
  position: position(),
  icon: text('icon').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
})

export const categories = api.table('categories', {
  slug: text('slug').primaryKey(),
  position: position(),
  title: text('title').notNull(),
})

const newsColumns = () => ({
  slug: text('slug').primaryKey(),
  image: text('image').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  date: date('date', { mode: 'string' }).notNull(),
  category: text('category')
    .notNull()
    .references(() => categories.slug),
})

export const mainNews = api.table(
  'main_news',
  {
    ...newsColumns(),
    /** Place among the featured items; null for the others. */
    featured: integer('featured'),
  },
  (table) => [index('main_news_by_date').on(table.date.desc())],
)

export const news = api.table('news', newsColumns(), (table) => [
  index('news_by_category').on(table.category, table.date.desc()),
])

export const forms = api.table('forms', {
  slug: text('slug').primaryKey(),
  form_name: text('form_name').notNull(),
  submission_form: jsonb('submission_form').$type<FormField[]>().notNull(),
})

export const eventKinds = ['sport', 'olympiad', 'ticket', 'exhibition', 'submission', 'event'] as const
export type EventKind = (typeof eventKinds)[number]

/** Everything that takes place: six kinds, one shape. */
export const events = api.table(
  'events',
  {
    kind: text('kind').$type<EventKind>().notNull(),
    slug: text('slug').notNull(),
    image: text('image').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    date_from: date('date_from', { mode: 'string' }).notNull(),
    date_to: date('date_to', { mode: 'string' }).notNull(),
    open: boolean('open').notNull(),
    form: text('form').references(() => forms.slug),
    place: text('place'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index('events_by_date').on(table.kind, table.date_from),
    check('events_end_after_start', sql`${table.date_to} >= ${table.date_from}`),
  ],
)

export const sponsors = api.table('sponsors', {
  slug: text('slug').primaryKey(),
  position: position(),
  areas: areas(),
  image: text('image').notNull(),
  title: text('title').notNull(),
})

/** One for each area: the slug is the area. */
export const abouts = api.table('abouts', {
  slug: text('slug').primaryKey(),
  first_image: text('first_image').notNull(),
  sec_image: text('sec_image').notNull(),
  tagline: text('tagline').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
})

/** One for each area: the slug is the area. */
export const counters = api.table('counters', {
  slug: text('slug').primaryKey(),
  first_value: text('first_value').notNull(),
  first_title: text('first_title').notNull(),
  sec_value: text('sec_value').notNull(),
  sec_title: text('sec_title').notNull(),
  third_value: text('third_value').notNull(),
  third_title: text('third_title').notNull(),
})

export const reviews = api.table('reviews', {
  slug: text('slug').primaryKey(),
  position: position(),
  areas: areas(),
  image: text('image').notNull(),
  reviewer_name: text('reviewer_name').notNull(),
  designation: text('designation').notNull(),
  organization: text('organization').notNull(),
  review: text('review').notNull(),
})

export const gallery = api.table('gallery', {
  slug: text('slug').primaryKey(),
  position: position(),
  areas: areas(),
  image: text('image').notNull(),
  title: text('title').notNull(),
  link: text('link'),
  keyword: text('keyword'),
})

/** A field as it was filled; a file's value is the name of a file in the uploads folder. */
export type StoredField = { label: string; kind: FormField['data_type']; value: string }

export const submissions = api.table(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    /** Not a reference: what was sent outlives its form. */
    form: text('form').notNull(),
    fields: jsonb('fields').$type<StoredField[]>().notNull(),
    createdAt: writtenAt(),
  },
  (table) => [index('submissions_by_form').on(table.form, table.createdAt)],
)

export const subscribers = api.table('subscribers', { email: citext('email').primaryKey(), createdAt: writtenAt() })

/** What a call answered, for the same key coming again. */
export const idempotencyKeys = api.table(
  'idempotency_keys',
  {
    call: text('call').notNull(),
    key: text('key').notNull(),
    bodyDigest: text('body_digest').notNull(),
    answer: jsonb('answer').$type<Record<string, unknown>>().notNull(),
    createdAt: writtenAt(),
  },
  (table) => [primaryKey({ columns: [table.call, table.key] }), index('idempotency_keys_by_age').on(table.createdAt)],
)
