import type { SearchKind } from '@marram/api-contract/search'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { plain, textOfHtml } from '../content/plain-text'
import * as tables from '../content/tables'
import type { Tx } from '../database/schema'
import { courses, type EventKind, events } from '../events/tables'
import { searchItems, searchWords } from './tables'

type Item = { slug: string; title: string; text: string; image: string | null; date: string | null }

/** Slugs that are new or different, by kind. */
export type Changed = Map<SearchKind, string[]>

const PER_STATEMENT = 500

/** Follows a change of the content, inside its transaction: what is shown and what is found are never apart. */
export async function indexContent(tx: Tx, changed: Changed): Promise<void> {
  for (const [kind, all] of changed)
    for (let i = 0; i < all.length; i += PER_STATEMENT) {
      const slugs = all.slice(i, i + PER_STATEMENT)
      const items = await itemsOf[kind](tx, slugs)
      const these = and(eq(searchItems.kind, kind), inArray(searchItems.slug, slugs))
      await tx.delete(searchItems).where(these)
      await tx.insert(searchItems).values(items.map((item) => row(kind, item)))
      await countWords(tx, kind, slugs)
    }
}

/** A word of an older text stays: at worst nothing is found for it. */
async function countWords(tx: Tx, kind: SearchKind, slugs: string[]): Promise<void> {
  // ts_stat takes its query as text. Slugs are letters, digits and dashes.
  const list = slugs.map((slug) => `'${slug}'`).join(', ')
  const query = `select words from api.search_items where kind = '${kind}' and slug in (${list})`
  await tx.execute(sql`
    insert into ${searchWords} as known (word, items)
    select word, ndoc from ts_stat(${query}) where length(word) <= 40
    on conflict (word) do update set items = known.items + excluded.items`)
}

type ItemsOf = (tx: Tx, slugs: string[]) => Promise<Item[]>
type ArticleTable = (typeof tables)['mainNews' | 'news' | 'publications' | 'mediaItems'] | typeof courses

const articles =
  (table: ArticleTable): ItemsOf =>
  async (tx, slugs) => {
    const { slug, title, description, image, date } = table
    const rows = await tx.select({ slug, title, description, image, date }).from(table).where(inArray(slug, slugs))
    return rows.map(({ description: html, ...rest }) => ({ text: textOfHtml(html), ...rest }))
  }

const eventsOf =
  (kind: EventKind): ItemsOf =>
  async (tx, slugs) => {
    const which = and(eq(events.kind, kind), inArray(events.slug, slugs))
    const rows = await tx.select().from(events).where(which)
    return rows.map(({ slug, title, description, place, image, date_from: date }) => {
      const text = [textOfHtml(description), place].filter(Boolean).join(' ')
      return { slug, title, text, image, date }
    })
  }

const itemsOf: Record<SearchKind, ItemsOf> = {
  'main-news': articles(tables.mainNews),
  news: articles(tables.news),
  publication: articles(tables.publications),
  media: articles(tables.mediaItems),
  sport: eventsOf('sport'),
  olympiad: eventsOf('olympiad'),
  ticket: eventsOf('ticket'),
  exhibition: eventsOf('exhibition'),
  submission: eventsOf('submission'),
  course: articles(courses),
  event: eventsOf('event'),
  async initiative(tx, slugs) {
    const { slug, title, short_description: text, first_image: image } = tables.initiatives
    const rows = await tx.select({ slug, title, text, image }).from(tables.initiatives).where(inArray(slug, slugs))
    return rows.map((row) => ({ ...row, date: null }))
  },
}

function row(kind: SearchKind, { slug, title, text, image, date }: Item) {
  const plainTitle = plain(title)
  const plainText = plain(text)
  // As written too, beside the stems, so that names are found that look like a form of another word.
  const titleWords = sql<string>`
    setweight(to_tsvector('english', ${plainTitle}) || to_tsvector('simple', ${plainTitle}), 'A')`
  const words = sql<string>`${titleWords} ||
    setweight(to_tsvector('english', ${plainText}), 'C') || setweight(to_tsvector('simple', ${plainText}), 'D')`
  return { kind, slug, title, plainTitle, body: text, image, date, titleWords, words }
}
