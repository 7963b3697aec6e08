import type { SearchKind } from '@marram/contracts/search'
import { sql } from 'drizzle-orm'
import type { Tx } from '../call'
import * as tables from '../database/tables'
import { plain, textOfHtml } from './plain'

type Item = {
  kind: SearchKind
  slug: string
  title: string
  text: string
  image: string | null
  date: string | null
}

const PER_STATEMENT = 500

/**
 * Makes the search index anew from the content, inside the transaction that changes the content:
 * what is shown and what is found are never apart.
 */
export async function indexContent(tx: Tx): Promise<void> {
  await tx.delete(tables.searchItems)
  const items = await allItems(tx)
  for (let i = 0; i < items.length; i += PER_STATEMENT)
    await tx.insert(tables.searchItems).values(items.slice(i, i + PER_STATEMENT).map(row))
  await tx.delete(tables.searchWords)
  await tx.execute(sql`
    insert into ${tables.searchWords} (word, items)
    select word, ndoc from ts_stat(${`select words from api.search_items`}) where length(word) <= 40`)
}

async function allItems(tx: Tx): Promise<Item[]> {
  const articles = (kind: SearchKind, table: ArticleTable) =>
    tx
      .select({ slug: table.slug, title: table.title, html: table.description, image: table.image, date: table.date })
      .from(table)
      .then((rows) => rows.map(({ html, ...rest }) => ({ kind, text: textOfHtml(html), ...rest })))
  const lists: Item[][] = [
    await articles('main-news', tables.mainNews),
    await articles('news', tables.news),
    await articles('publication', tables.publications),
    await articles('media', tables.mediaItems),
    await articles('course', tables.courses),
    (await tx.select().from(tables.events)).map(({ kind, slug, title, description, place, image, date_from }) => {
      const text = [textOfHtml(description), place].filter(Boolean).join(' ')
      return { kind, slug, title, text, image, date: date_from }
    }),
    (await tx.select().from(tables.initiatives)).map(({ slug, title, short_description, first_image }) => {
      return { kind: 'initiative', slug, title, text: short_description, image: first_image, date: null }
    }),
  ]
  return lists.flat()
}

type ArticleTable = (typeof tables)['mainNews' | 'news' | 'publications' | 'mediaItems' | 'courses']

function row({ kind, slug, title, text, image, date }: Item) {
  const plainTitle = plain(title)
  const plainText = plain(text)
  // As written too, beside the stems, so that names are found that look like a form of another word.
  const words = sql<string>`
    setweight(to_tsvector('english', ${plainTitle}) || to_tsvector('simple', ${plainTitle}), 'A') ||
    setweight(to_tsvector('english', ${plainText}), 'C') || setweight(to_tsvector('simple', ${plainText}), 'D')`
  return { kind, slug, title, plainTitle, body: text, image, date, words }
}
