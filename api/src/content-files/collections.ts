import { fieldKind } from '@marram/api-contract/forms'
import { optionKeys } from '@marram/api-contract/quiz'
import { isStorable } from '@marram/api-contract/text-checks'
import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { SearchKind } from '../content/item-urls'
import * as tables from '../content/tables'
import { courses, type EventKind, events } from '../events/tables'
import { forms } from '../forms/tables'
import { questions } from '../quiz/tables'

export type Collection = {
  /** Of `NAME.json`, or of a folder of item files. */
  name: string
  /** How it is exported. */
  format: 'json' | 'items'
  table: PgTable
  /** Schema of an item in its file. */
  key: 'slug' | 'id'
  /** Values that every row has and no file contains; part of its primary key. */
  fixed?: Record<string, string>
  item: z.ZodType<Record<string, unknown>>
  /** The search kind of its items; unset for items without a page. */
  search?: SearchKind
}

const NOT_STORABLE = 'has a character that cannot be stored'
const storable = z.string().refine(isStorable, NOT_STORABLE)
const text = storable.min(1)
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes')
  // It is a file name and part of an address.
  .max(200)

const field = z
  .strictObject({
    data_label: text,
    data_type: z.enum(fieldKind.options),
    data_value: z.union([storable, z.array(storable)]).default(''),
    options: z.array(text).min(1).optional(),
    required: z.boolean().optional(),
    hint: text.optional(),
  })
  .refine((one) => one.data_type !== 'selectfield' || one.options || one.data_value.length > 0, 'needs options')
const fields = z
  .array(field)
  .min(1)
  .refine((list) => new Set(list.map(({ data_label }) => data_label)).size === list.length, 'has a label twice')

const points = z
  .array(z.strictObject({ label: text, value: z.number().min(0), note: text.optional() }))
  .min(2)
  .max(100)

/** Fields with more rules than their column's type. */
const byName: Record<string, z.ZodType> = {
  slug,
  category: slug,
  form: slug,
  olympiad: slug,
  areas: z.array(slug).min(1),
  position: z.int32().optional(),
  keep_days: z.int().min(1).max(36_500),
  quiz_minutes: z.int().min(1).max(600),
  link: z.url().refine(isStorable, NOT_STORABLE),
  id: z.int32().positive(),
  answer: z.enum(optionKeys),
  submission_form: fields,
  points,
}
const byType: Record<string, z.ZodType> = {
  PgBoolean: z.boolean(),
  PgInteger: z.int32(),
  PgDateString: z.iso.date().refine((value) => value >= '0001', 'must be of the year 1 or later'),
}
const isPicture = (name: string) => /image$|^banner|^icon$/.test(name)
/** A URL, a file of the content as `media/…`, or a drawing, which `drawings.ts` checks. */
const picture = z.union([storable, z.looseObject({})])

/** The columns of which files have the values. */
export const columnsInFiles = (table: PgTable): [name: string, PgColumn][] =>
  Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([name]) => name !== 'changed_at')

/** The fields of an item: each column that is not `fixed`, checked by `own`, else by its name, else by its type. */
function itemOf(table: PgTable, own: Record<string, z.ZodType> = {}, fixed: object = {}) {
  const shape = columnsInFiles(table).map(([name, { columnType, notNull }]) => {
    const field = own[name] ?? byName[name] ?? (isPicture(name) ? picture : (byType[columnType] ?? text))
    return [name, notNull ? field : field.nullish()] as const
  })
  return z.strictObject(Object.fromEntries(shape.filter(([name]) => !(name in fixed))))
}

const list = (name: string, table: PgTable, own?: Record<string, z.ZodType>): Collection => ({
  ...{ name, format: 'json', table, key: 'slug' },
  item: itemOf(table, own),
})

/** Without the space around it, which a file of one item does not store. */
const description = storable.trim().min(1)

const items = (search: SearchKind, name: string, table: PgTable): Collection => ({
  ...{ name, format: 'items', table, key: 'slug', search },
  item: itemOf(table, { description }),
})

/** Only an olympiad has a quiz. */
const eventItem = (kind: EventKind) =>
  itemOf(events, { description }, { kind, ...(kind !== 'olympiad' && { quiz_minutes: null }) }).refine(
    ({ date_from, date_to }) => String(date_from) <= String(date_to),
    'ends before it begins',
  )
const eventsOf = (name: string, kind: EventKind): Collection => ({
  ...{ name, format: 'items', table: events, key: 'slug', fixed: { kind }, search: kind },
  item: eventItem(kind),
})

/** All content, in an order in which referenced items come first. */
export const collections: Collection[] = [
  list('home', tables.home, { slug: z.literal('home') }),
  list('charts', tables.charts),
  list('services', tables.services, {
    link: storable.regex(/^\/(?![/\\])\S*$/, 'must be a path of this site, such as /sports'),
  }),
  list('categories', tables.categories),
  list('forms', forms),
  items('main-news', 'main-news', tables.mainNews),
  items('news', 'news', tables.news),
  list('publication-categories', tables.publicationCategories),
  items('publication', 'publications', tables.publications),
  list('media-categories', tables.mediaCategories),
  items('media', 'digital-media', tables.mediaItems),
  items('course', 'courses', courses),
  { ...list('initiatives', tables.initiatives), search: 'initiative' },
  eventsOf('sports', 'sport'),
  eventsOf('olympiads', 'olympiad'),
  eventsOf('tickets', 'ticket'),
  eventsOf('exhibitions', 'exhibition'),
  eventsOf('submissions', 'submission'),
  eventsOf('campaign-events', 'event'),
  list('sponsors', tables.sponsors),
  list('abouts', tables.abouts),
  list('donations', tables.donations, { slug: z.literal('donation') }),
  { ...list('team', tables.teamMembers), search: 'person' },
  list('counters', tables.counters),
  { ...list('reviews', tables.reviews), search: 'review' },
  list('gallery', tables.gallery, { link: storable }),
  { ...list('questions', questions), key: 'id' },
]
