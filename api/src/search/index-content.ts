import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SearchKind } from '../content/item-urls'
import { plain, sentencesOfHtml } from '../content/plain-text'
import type { Tx } from '../database/schema'
import { searchItems, searchWords } from './tables'

/** A row of any kind of content: some kinds have other names for title, text, image and date. */
export type Indexed = Record<string, unknown> & { slug: string }

const PER_STATEMENT = 500

/** Indexes a content change within its transaction, so that pages and search always agree. */
export async function indexContent(tx: Tx, kind: SearchKind, changed: Indexed[]): Promise<void> {
  for (let i = 0; i < changed.length; i += PER_STATEMENT) {
    const items = changed.slice(i, i + PER_STATEMENT)
    const slugs = items.map(({ slug }) => slug)
    await tx.delete(searchItems).where(and(eq(searchItems.kind, kind), inArray(searchItems.slug, slugs)))
    await tx.insert(searchItems).values(items.map((item) => row(kind, item)))
    await countWords(tx, kind, slugs)
  }
}

/** Words of older texts stay: at worst they find nothing. */
async function countWords(tx: Tx, kind: SearchKind, slugs: string[]): Promise<void> {
  // ts_stat takes its query as text. Slugs are letters, digits and dashes.
  const list = slugs.map((slug) => `'${slug}'`).join(', ')
  const query = `select words from api.search_items where kind = '${kind}' and slug in (${list})`
  await tx.execute(sql`
    insert into ${searchWords} as known (word, items)
    select word, ndoc from ts_stat(${query}) where length(word) <= 40
    on conflict (word) do update set items = known.items + excluded.items`)
}

function row(kind: SearchKind, { slug, ...item }: Indexed) {
  const { name, reviewer_name, title = name ?? reviewer_name ?? '' } = item as Partial<Record<string, string>>
  const { description = '', short_description: short, place } = item as Partial<Record<string, string>>
  const { designation, organization, review } = item as Partial<Record<string, string>>
  const { image, first_image, date, date_from } = item as Partial<Record<string, string>>
  const post = [designation, organization].filter(Boolean).join(', ')
  const statement = [post, review].filter(Boolean).join('. ')
  const body = [short ?? sentencesOfHtml(description), place, statement].filter(Boolean).join(' ')
  const [plainTitle, plainText] = [plain(title), plain(body)]
  // Unstemmed too, so that names are found that look like a form of another word.
  const titleWords = sql<string>`
    setweight(to_tsvector('english', ${plainTitle}) || to_tsvector('simple', ${plainTitle}), 'A')`
  const words = sql<string>`${titleWords} ||
    setweight(to_tsvector('english', ${plainText}), 'C') || setweight(to_tsvector('simple', ${plainText}), 'D')`
  const shown = { image: image ?? first_image, date: date ?? date_from }
  return { kind, slug, title, plainTitle, body, ...shown, titleWords, words }
}
