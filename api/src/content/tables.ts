import type { Chart } from '@marram/api-contract/home'
import { date, index, integer, jsonb, type PgColumn, text } from 'drizzle-orm/pg-core'
import { api, position, required, slug, texts } from '../database/schema'

/** Parts of the site that show a block: `home`, `sports` … */
const areas = () => text('areas').array().notNull()

/** One row: the number that every cache of content is keyed by. */
export const contentRevision = api.table('content_revision', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull(),
})

/** One row, with the slug `home`. */
export const home = api.table('home', {
  slug: slug(),
  banner: required('banner'),
  banner_tall: text('banner_tall'),
  ...texts('title', 'description'),
  keyword: text('keyword'),
  film_title: text('film_title'),
  film_description: text('film_description'),
  film_image: text('film_image'),
  /** Text of the popup, and its first and last day; without a day it has no beginning or no end. */
  important: text('important'),
  important_from: date('important_from', { mode: 'string' }),
  important_to: date('important_to', { mode: 'string' }),
})

/** The slug is `home`, or that of the publication or initiative that the chart is shown with. */
export const charts = api.table('charts', {
  slug: slug(),
  ...texts('title', 'description', 'unit'),
  points: jsonb('points').$type<Chart['points']>().notNull(),
})

export const services = api.table('services', {
  slug: slug(),
  position: position(),
  ...texts('icon', 'title', 'description'),
  link: text('link'),
})

const categoryColumns = () => ({ slug: slug(), position: position(), title: required('title') })
export const categories = api.table('categories', categoryColumns())
export const publicationCategories = api.table('publication_categories', categoryColumns())
export const mediaCategories = api.table('media_categories', categoryColumns())

const articleColumns = (ofCategory: () => PgColumn) => ({
  slug: slug(),
  ...texts('image', 'title', 'description'),
  date: date('date', { mode: 'string' }).notNull(),
  category: required('category').references(ofCategory),
})

export const mainNews = api.table(
  'main_news',
  {
    ...articleColumns(() => categories.slug),
    /** Place among the featured items; null for the others. */
    featured: integer('featured'),
  },
  (table) => [index('main_news_by_date').on(table.date.desc().nullsFirst())],
)

export const news = api.table(
  'news',
  articleColumns(() => categories.slug),
  (table) => [index('news_by_category').on(table.category, table.date.desc().nullsFirst())],
)

export const publications = api.table(
  'publications',
  articleColumns(() => publicationCategories.slug),
  (table) => [index('publications_by_category').on(table.category, table.date.desc().nullsFirst())],
)

/** Films and recordings. */
export const mediaItems = api.table(
  'media_items',
  { ...articleColumns(() => mediaCategories.slug), link: text('link'), keyword: text('keyword') },
  (table) => [index('media_items_by_category').on(table.category, table.date.desc().nullsFirst())],
)

export const sponsors = api.table('sponsors', {
  slug: slug(),
  position: position(),
  areas: areas(),
  ...texts('image', 'title'),
})

const aboutColumns = () => ({
  slug: slug(),
  ...texts('first_image', 'sec_image', 'tagline', 'title', 'description'),
})
/** One for each area: the slug is the area. */
export const abouts = api.table('abouts', aboutColumns())
/** One row, with the slug `donation`. */
export const donations = api.table('donations', aboutColumns())

/** One for each area: the slug is the area. */
export const counters = api.table('counters', {
  slug: slug(),
  ...texts('first_value', 'first_title', 'sec_value', 'sec_title', 'third_value', 'third_title'),
})

export const reviews = api.table('reviews', {
  slug: slug(),
  position: position(),
  areas: areas(),
  ...texts('image', 'reviewer_name', 'designation', 'organization', 'review'),
})

export const teamMembers = api.table('team_members', {
  slug: slug(),
  position: position(),
  ...texts('image', 'name', 'designation'),
})

export const initiatives = api.table('initiatives', {
  slug: slug(),
  position: position(),
  ...texts('first_image', 'title', 'short_description'),
  /** HTML. */
  details: text('details'),
})

export const gallery = api.table('gallery', {
  slug: slug(),
  position: position(),
  areas: areas(),
  ...texts('image', 'title'),
  link: text('link'),
  keyword: text('keyword'),
})
