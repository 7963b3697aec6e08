import type { SearchKind } from '@marram/api-contract/search'
import { asc, notInArray } from 'drizzle-orm'
import type { Answers } from '../call'
import { searchItems } from '../database/tables'
import { urlOf } from '../search/item-urls'

/** Shown on their lists. */
const withoutPage: SearchKind[] = ['media', 'course']
/** An event's day is when it takes place, not when its page was written. */
const published: SearchKind[] = ['main-news', 'news', 'publication']

export const itemPageAnswers: Answers<'listItemPages'> = {
  async listItemPages({ db }) {
    const { kind, slug, date } = searchItems
    const rows = await db
      .select({ kind, slug, date })
      .from(searchItems)
      .where(notInArray(kind, withoutPage))
      .orderBy(asc(kind), asc(slug))
    return rows.map((row) => ({
      url: urlOf[row.kind](row.slug),
      date: published.includes(row.kind) ? (row.date ?? undefined) : undefined,
    }))
  },
}
