import type { FormField } from '@marram/api-contract/forms'
import type { OptionKey } from '@marram/api-contract/quiz'
import type { SearchKind } from '@marram/api-contract/search'
import { sql } from 'drizzle-orm'
import {
  bigint,
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

// Indexes on `desc()` say `nullsFirst()`: so a query's `desc()` orders, and an index in another order cannot serve it.
// Columns are named as the calls name their fields: a row is an answer, and what no call declares is stripped.

export const api = pgSchema('api')

const citext = customType<{ data: string }>({ dataType: () => 'citext' })
/** Sorts alike on every server, whatever language that was set up in. */
const sortable = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
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
  (table) => [index('main_news_by_date').on(table.date.desc().nullsFirst())],
)

export const news = api.table('news', newsColumns(), (table) => [
  index('news_by_category').on(table.category, table.date.desc().nullsFirst()),
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
    /** As it is shown, in words. */
    time: text('time'),
    fee: text('fee'),
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

export const teamMembers = api.table('team_members', {
  slug: text('slug').primaryKey(),
  position: position(),
  image: text('image').notNull(),
  name: text('name').notNull(),
  designation: text('designation').notNull(),
})

/** One row, with the slug `donation`. */
export const donations = api.table('donations', {
  slug: text('slug').primaryKey(),
  first_image: text('first_image').notNull(),
  sec_image: text('sec_image').notNull(),
  tagline: text('tagline').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
})

const categoryColumns = () => ({
  slug: text('slug').primaryKey(),
  position: position(),
  title: text('title').notNull(),
})
export const publicationCategories = api.table('publication_categories', categoryColumns())
export const mediaCategories = api.table('media_categories', categoryColumns())

export const publications = api.table(
  'publications',
  {
    slug: text('slug').primaryKey(),
    image: text('image').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    category: text('category')
      .notNull()
      .references(() => publicationCategories.slug),
  },
  (table) => [index('publications_by_category').on(table.category, table.date.desc().nullsFirst())],
)

/** Films and recordings. */
export const mediaItems = api.table(
  'media_items',
  {
    slug: text('slug').primaryKey(),
    image: text('image').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    link: text('link'),
    keyword: text('keyword'),
    category: text('category')
      .notNull()
      .references(() => mediaCategories.slug),
  },
  (table) => [index('media_items_by_category').on(table.category, table.date.desc().nullsFirst())],
)

export const courses = api.table('courses', {
  slug: text('slug').primaryKey(),
  image: text('image').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  date: date('date', { mode: 'string' }).notNull(),
  link: text('link'),
  form: text('form').references(() => forms.slug),
})

export const initiatives = api.table('initiatives', {
  slug: text('slug').primaryKey(),
  position: position(),
  first_image: text('first_image').notNull(),
  title: text('title').notNull(),
  short_description: text('short_description').notNull(),
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

/** A field as it was filled; a file's value is the name of a stored image. */
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

/** Files that were begun for submissions which may have come to nothing. */
export const unfinishedUploads = api.table(
  'unfinished_uploads',
  {
    name: text('name').primaryKey(),
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('unfinished_uploads_by_age').on(table.begunAt)],
)

/** Images that were stored, by the hour, and by the digest of the network that sent them; `all` are those of every network. */
export const uploadedBytes = api.table(
  'uploaded_bytes',
  {
    client: text('client').notNull(),
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.client, table.hour] }), index('uploaded_bytes_by_age').on(table.hour)],
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

/** Questions of an olympiad's quiz. The id is the content's own and never another question's. */
export const questions = api.table(
  'questions',
  {
    id: integer('id').primaryKey(),
    /** Slug of the olympiad. */
    olympiad: text('olympiad').notNull(),
    position: position(),
    question: text('question').notNull(),
    option1: text('option1').notNull(),
    option2: text('option2').notNull(),
    option3: text('option3').notNull(),
    answer: text('answer').$type<OptionKey>().notNull(),
  },
  (table) => [index('questions_by_olympiad').on(table.olympiad, table.position)],
)

/** A participant's last answer to each question; participants are told apart by name and phone. */
export const quizAnswers = api.table(
  'quiz_answers',
  {
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Not a reference: an answer outlives its question, and stays as it was marked. */
    question: integer('question').notNull(),
    olympiad: text('olympiad').notNull(),
    selected: text('selected').$type<OptionKey>(),
    correct: boolean('correct').notNull(),
    createdAt: writtenAt(),
  },
  (table) => [primaryKey({ columns: [table.name, table.phone, table.question] })],
)

/** One for each olympiad that a participant took part in, counted from `quiz_answers` in the transaction that writes those. */
export const quizScores = api.table(
  'quiz_scores',
  {
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Slug of the olympiad. */
    olympiad: sortable('olympiad').notNull(),
    /** Names are listed by this: without case and accents. */
    nameKey: sortable('name_key').notNull(),
    /** All that a list shows and sorts of a phone. */
    phoneEnd: text('phone_end').notNull(),
    correct_answers: integer('correct_answers').notNull(),
    total_question: integer('total_question').notNull(),
  },
  (table) => {
    const { nameKey, name, phoneEnd, olympiad, total_question: total } = table
    // A direction holds for one use of the column.
    const best = () => table.correct_answers.desc().nullsFirst()
    return [
      primaryKey({ columns: [table.name, table.phone, olympiad] }),
      // Each is a whole order of the score list and has all that it shows: no page is sorted or read from the table.
      index('quiz_scores_by_name').on(nameKey, name, phoneEnd, best(), total, olympiad),
      index('quiz_scores_by_phone_end').on(phoneEnd, nameKey, name, best(), total, olympiad),
      index('quiz_scores_by_result').on(best(), total, nameKey, name, phoneEnd, olympiad),
      index('quiz_scores_by_total').on(total, best(), nameKey, name, phoneEnd, olympiad),
    ]
  },
)

export const users = api.table('users', {
  id: uuid('id').primaryKey(),
  phone: text('phone').notNull().unique(),
  first_name: text('first_name').notNull(),
  last_name: text('last_name').notNull(),
  email: citext('email').notNull(),
  /** argon2id, with its parameters. */
  passwordHash: text('password_hash').notNull(),
  createdAt: writtenAt(),
})

/** One for each login: the chain of refresh tokens that came from it. */
export const sessions = api.table(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    user: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the refresh token that is to be used next, and of the one before it. */
    tokenDigest: text('token_digest').notNull().unique(),
    previousDigest: text('previous_digest').unique(),
    rotatedAt: timestamp('rotated_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: writtenAt(),
  },
  (table) => [index('sessions_by_end').on(table.expiresAt)],
)

/** Attempts to log in that came to nothing, by phone number, whether or not it has an account. */
export const loginFailures = api.table(
  'login_failures',
  {
    /** SHA-256 of what was typed: it can be of any length, and is not always a phone number. */
    phoneDigest: text('phone_digest').primaryKey(),
    failures: integer('failures').notNull(),
    /** When the first of them was. */
    since: timestamp('since', { withTimezone: true }).notNull(),
  },
  (table) => [index('login_failures_by_age').on(table.since)],
)

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What can be found: one row for each item with a page, made from the content in the transaction that changes it. */
export const searchItems = api.table(
  'search_items',
  {
    kind: text('kind').$type<SearchKind>().notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    /** Without accents and in lower case. */
    plainTitle: text('plain_title').notNull(),
    /** The text without its HTML. */
    body: text('body').notNull(),
    image: text('image'),
    date: date('date', { mode: 'string' }),
    /** Of the title alone: small, so that ranking many items reads nothing else. */
    titleWords: tsvector('title_words').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    // Without a list of what is to be sorted in later: the embedded database has nobody who does it.
    index('search_items_by_words').using('gin', table.words).with({ fastupdate: false }),
  ],
)

/** Every word that the site uses or used, to find what a mistyped one may have meant. */
export const searchWords = api.table(
  'search_words',
  { word: text('word').primaryKey(), items: integer('items').notNull() },
  (table) => [index('search_words_alike').using('gin', sql`${table.word} gin_trgm_ops`).with({ fastupdate: false })],
)
