import { sql } from 'drizzle-orm'
import { customType, date, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import type { SearchKind } from '../content/item-urls'
import { api, required, texts } from '../database/schema'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What can be found: one row for each item with a page, made from the content in the transaction that changes it. */
export const searchItems = api.table(
  'search_items',
  {
    kind: required('kind').$type<SearchKind>(),
    ...texts('slug', 'title'),
    /** Without accents and in lower case. */
    plainTitle: required('plain_title'),
    /** The text without its HTML. */
    body: required('body'),
    image: text('image'),
    date: date('date', { mode: 'string' }),
    /** Of the title alone: small, so that ranking many items reads nothing else. */
    titleWords: tsvector('title_words').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    // Without a pending list: the embedded database has no process that merges it.
    index('search_items_by_words').using('gin', table.words).with({ fastupdate: false }),
  ],
)

/** Every word that the site uses or used, to correct mistyped ones. */
export const searchWords = api.table(
  'search_words',
  { word: text('word').primaryKey(), items: integer('items').notNull() },
  (table) => [index('search_words_alike').using('gin', sql`${table.word} gin_trgm_ops`).with({ fastupdate: false })],
)
