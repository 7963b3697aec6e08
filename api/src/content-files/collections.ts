import { fieldKind } from '@marram/api-contract/forms'
import { optionKeys } from '@marram/api-contract/quiz'
import type { SearchKind } from '@marram/api-contract/search'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import * as tables from '../content/tables'
import { courses, type EventKind, events } from '../events/tables'
import { forms } from '../forms/tables'
import { questions } from '../quiz/tables'

/** Text that PostgreSQL can store: it takes neither NUL nor half of a surrogate pair. */
const isStorable = (value: string) => !/\0|\p{Surrogate}/u.test(value)
const NOT_STORABLE = 'has a character that cannot be stored'
const storable = z.string().refine(isStorable, NOT_STORABLE)
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes')
  // It is a file's name and a part of an address.
  .max(200)
const text = storable.min(1)
/** Without the space around it, which a file of one item does not keep. */
const description = storable.trim().min(1)
const link = z.url().refine(isStorable, NOT_STORABLE)
const day = z.iso.date().refine((value) => value >= '0001', 'must be of the year 1 or later')
/** A URL, a file of the content as `media/…`, or a drawing, which `read-folder.ts` checks. */
const picture = z.union([storable, z.looseObject({})])
const position = z.int32().optional()
const areas = z.array(slug).min(1)

const categoryItem = z.strictObject({ slug, position, title: text })
const newsItem = z.strictObject({ slug, title: text, image: picture, date: day, category: slug, description })
const event = z
  .strictObject({
    slug,
    title: text,
    image: picture,
    date_from: day,
    date_to: day,
    open: z.boolean(),
    form: slug.nullish(),
    place: text.nullish(),
    time: text.nullish(),
    fee: text.nullish(),
    description,
  })
  .refine(({ date_from, date_to }) => date_from <= date_to, 'ends before it begins')

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

const about = z.strictObject({
  slug,
  first_image: picture,
  sec_image: picture,
  tagline: text,
  title: text,
  description: text,
})
const option = z.enum(optionKeys)

export type Collection = {
  /** Of `NAME.json`, or of a folder of item files. */
  name: string
  /** How it is exported. */
  format: 'json' | 'items'
  table: PgTable
  key: readonly string[]
  /** What every row has and no file says. */
  fixed?: Record<string, string>
  item: z.ZodType<Record<string, unknown>>
  /** What its items are to the search; unset for what has no page. */
  search?: SearchKind
}

const eventCollection = (name: string, kind: EventKind): Collection => ({
  name,
  format: 'items',
  table: events,
  key: ['kind', 'slug'],
  fixed: { kind },
  item: event,
  search: kind,
})

const list = (
  name: string,
  table: PgTable,
  item: z.ZodType<Record<string, unknown>>,
  key: readonly string[] = ['slug'],
): Collection => ({ name, format: 'json', table, key, item })

const items = (
  search: SearchKind,
  name: string,
  table: PgTable,
  item: z.ZodType<Record<string, unknown>>,
): Collection => ({ name, format: 'items', table, key: ['slug'], item, search })

/** All content, in an order in which what is referred to comes first. */
export const collections: Collection[] = [
  list(
    'home',
    tables.home,
    z.strictObject({
      slug: z.literal('home'),
      banner: picture,
      banner_tall: picture.nullish(),
      title: text,
      description: text,
      keyword: text.nullish(),
      film_title: text.nullish(),
      film_description: text.nullish(),
      film_image: picture.nullish(),
    }),
  ),
  list('services', tables.services, z.strictObject({ slug, position, icon: picture, title: text, description: text })),
  list('categories', tables.categories, categoryItem),
  list('forms', forms, z.strictObject({ slug, form_name: text, submission_form: fields })),
  items('main-news', 'main-news', tables.mainNews, newsItem.extend({ featured: z.int32().nullish() })),
  items('news', 'news', tables.news, newsItem),
  list('publication-categories', tables.publicationCategories, categoryItem),
  items('publication', 'publications', tables.publications, newsItem),
  list('media-categories', tables.mediaCategories, categoryItem),
  items(
    'media',
    'digital-media',
    tables.mediaItems,
    newsItem.extend({ link: link.nullish(), keyword: text.nullish() }),
  ),
  items(
    'course',
    'courses',
    courses,
    z.strictObject({
      slug,
      title: text,
      image: picture,
      date: day,
      link: link.nullish(),
      form: slug.nullish(),
      description,
    }),
  ),
  {
    ...list(
      'initiatives',
      tables.initiatives,
      z.strictObject({ slug, position, first_image: picture, title: text, short_description: text }),
    ),
    search: 'initiative',
  },
  eventCollection('sports', 'sport'),
  eventCollection('olympiads', 'olympiad'),
  eventCollection('tickets', 'ticket'),
  eventCollection('exhibitions', 'exhibition'),
  eventCollection('submissions', 'submission'),
  eventCollection('campaign-events', 'event'),
  list('sponsors', tables.sponsors, z.strictObject({ slug, position, areas, image: picture, title: text })),
  list('abouts', tables.abouts, about),
  list('donations', tables.donations, about.extend({ slug: z.literal('donation') })),
  list('team', tables.teamMembers, z.strictObject({ slug, position, image: picture, name: text, designation: text })),
  list(
    'counters',
    tables.counters,
    z.strictObject({
      slug,
      first_value: text,
      first_title: text,
      sec_value: text,
      sec_title: text,
      third_value: text,
      third_title: text,
    }),
  ),
  list(
    'reviews',
    tables.reviews,
    z.strictObject({
      slug,
      position,
      areas,
      image: picture,
      reviewer_name: text,
      designation: text,
      organization: text,
      review: text,
    }),
  ),
  list(
    'gallery',
    tables.gallery,
    z.strictObject({
      slug,
      position,
      areas,
      image: picture,
      title: text,
      link: storable.nullish(),
      keyword: text.nullish(),
    }),
  ),
  list(
    'questions',
    questions,
    z.strictObject({
      id: z.int32().positive(),
      olympiad: slug,
      position,
      question: text,
      option1: text,
      option2: text,
      option3: text,
      answer: option,
    }),
    ['id'],
  ),
]
