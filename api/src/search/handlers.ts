import { SEARCH_PAGE_SIZE, type SearchHit, type SearchKind, searchKind } from '@marram/api-contract/search'
import { asc, notInArray } from 'drizzle-orm'
import { urlOf } from '../content/item-urls'
import { type Handlers, WithFields } from '../http/call'
import { pageOf } from '../http/paging'
import { Refusal } from '../http/refusal'
import { type Found, find } from './find'
import { excerptAround, matchesIn, type Term } from './matches'
import { searchItems } from './tables'
import { understandQuery } from './understand-query'

/** Shown on their lists. */
const withoutPage: SearchKind[] = ['media', 'course']
/** An event's day is when it takes place, not when its page was written. */
const published: SearchKind[] = ['main-news', 'news', 'publication']

export const searchHandlers: Handlers<'search' | 'listItemPages'> = {
  async search({ db }, { query }) {
    const kind = kindOf(query.kind)
    const { limit, offset } = pageOf(query, SEARCH_PAGE_SIZE)
    const understood = await understandQuery(db, query.q ?? '')
    if (understood.terms.length === 0) return new WithFields([], { counts: {}, total: 0 })
    const { found, counts, total } = await find(db, understood, { kind, limit, offset })
    return new WithFields(
      found.map((item) => hit(item, understood.terms)),
      { counts, total },
    )
  },

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

function kindOf(text: string | undefined): SearchKind | undefined {
  if (!text) return undefined
  const kind = searchKind.options.find((each) => each === text)
  if (!kind) throw new Refusal(400, `kind must be one of ${searchKind.options.join(', ')}`)
  return kind
}

function hit({ kind, slug, title, body, image }: Found, terms: Term[]): SearchHit {
  const excerpt = excerptAround(body, terms)
  return {
    kind,
    slug,
    title,
    excerpt,
    url: urlOf[kind](slug),
    image: image ?? undefined,
    title_matches: matchesIn(title, terms),
    excerpt_matches: matchesIn(excerpt, terms),
  }
}
