import { type CorrectedWord, SEARCH_PAGE_SIZE, type SearchHit } from '@marram/api-contract/search'
import { asc, type SQL, sql } from 'drizzle-orm'
import { type SearchKind, urlOf, urlOfReview } from '../content/item-urls'
import { tokens } from '../content/plain-text'
import type { Db } from '../database/schema'
import { type Handlers, WithFields } from '../http/call'
import { oneOf, pageOf } from '../http/paging'
import { excerptAround, matchesIn, type Term } from './matches'
import { searchItems } from './tables'
import { type Understood, understandQuery } from './understand-query'

const kinds = Object.keys(urlOf) as SearchKind[]
/** An event's day is when it takes place, not when its page was written. */
const published: SearchKind[] = ['main-news', 'news', 'publication']

export const searchHandlers = {
  async search({ db }, { query }) {
    const kind = query.kind ? oneOf(kinds, 'kind', query.kind) : undefined
    const { limit, offset } = pageOf(query, SEARCH_PAGE_SIZE)
    const understood = await understandQuery(db, query.q ?? '', query.exact === 'true')
    if (understood.terms.length === 0) return new WithFields([], { counts: {}, total: 0 })
    const { found, counts, total } = await find(db, understood, { kind, limit, offset })
    return new WithFields(
      found.map((item) => hit(item, understood.terms)),
      { counts, total, ...correctionsOf(understood, found, counts) },
    )
  },

  async listItemPages({ db }) {
    const { kind, slug, date } = searchItems
    const rows = await db.select({ kind, slug, date }).from(searchItems).orderBy(asc(kind), asc(slug))
    return rows.map(({ date, ...row }) => ({
      ...row,
      date: published.includes(row.kind) ? (date ?? undefined) : undefined,
    }))
  },
} satisfies Partial<Handlers>

function hit({ kind, slug, title, body, image, areas }: Found, terms: Term[]): SearchHit {
  const excerpt = excerptAround(body, terms)
  return {
    kind,
    slug,
    title,
    excerpt,
    url: areas ? urlOfReview(areas) : urlOf[kind](slug),
    image: image ?? undefined,
    title_matches: matchesIn(title, terms),
    excerpt_matches: matchesIn(excerpt, terms),
  }
}

type Found = {
  kind: SearchKind
  slug: string
  title: string
  body: string
  image: string | null
  /** Only for reviews, whose page depends on them. */
  areas: string[] | null
}

/** Replaced words and their replacements, so that the visitor sees that other words were searched. */
function correctionsOf({ corrected }: Understood, found: Found[], counts: object): { corrected?: CorrectedWord[] } {
  if (corrected.length === 0 || Object.keys(counts).length === 0) return {}
  const used = new Set(found.flatMap(({ title, body }) => tokens(`${title} ${body}`).map(({ word }) => word)))
  return {
    corrected: corrected.map(({ word, instead }) => {
      const whole = instead.filter((each) => used.has(each))
      // The index also has stems, which are not real words: `energi` stands for `energy`.
      const isForm = (form: string) => instead.some((stem) => form.startsWith(stem.slice(0, -1)))
      const forms = whole.length > 0 ? whole : [...used].filter(isForm)
      return { word, instead: forms.length > 0 ? forms.slice(0, MOST_FORMS) : instead }
    }),
  }
}

const MOST_FORMS = 3

/** So many are ranked by their whole text; more than that only by their title and date. */
const RANKED_WHOLE = 200
/** Weights D to A: plain words of the text, stems of the text, nothing, the title. */
const WEIGHTS = '{0.05, 0.2, 0.4, 1.0}'

/** One page of items with all terms: first titles that begin with the query, then by place and frequency. */
async function find(
  db: Db,
  { text, terms }: Understood,
  { kind, limit, offset }: { kind: SearchKind | undefined; limit: number; offset: number },
) {
  const [matching, exact] = [tsquery(terms, ':*'), tsquery(terms, '')]
  const begins = `${text.replace(/[\\%_]/g, '\\$&')}%`
  const ofKind = kind ? sql`where kind = ${kind}` : sql``
  const rank = (words: SQL) =>
    sql`ts_rank(${WEIGHTS}, ${words}, ${exact}, 1) * 3 + ts_rank(${WEIGHTS}, ${words}, ${matching}, 1)`
  const { rows } = await db.transaction(async (tx) => {
    // The planner ignores that the words of a text are stored outside the table and have to be fetched.
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute<Found & { counts: Record<string, number> }>(sql`
      with matched as materialized (
        select kind, slug, plain_title like ${begins} as begins, ${rank(sql`title_words`)} as title_rank, date
        from api.search_items where words @@ ${matching}
      ),
      counts as (
        select coalesce(json_object_agg(kind, n), '{}') as counts
        from (select kind, count(*)::int as n from matched group by kind) as per_kind
      ),
      best as (
        select * from matched ${ofKind}
        order by begins desc, title_rank desc, date desc nulls last, kind, slug
        limit ${Math.max(RANKED_WHOLE, limit)} offset ${offset < RANKED_WHOLE ? 0 : offset}
      ),
      page as (
        select kind, slug, title, body, image, begins, ${rank(sql`words`)} as rank, best.date
        from best join api.search_items using (kind, slug)
        order by begins desc, rank desc, best.date desc nulls last, kind, slug
        limit ${limit} offset ${offset < RANKED_WHOLE ? offset : 0}
      )
      select counts.counts, page.kind, page.slug, page.title, page.body, page.image, (
        select to_json(areas) from api.reviews where page.kind = 'review' and reviews.slug = page.slug
      ) as areas
      from counts left join page on true
      order by page.begins desc, page.rank desc, page.date desc nulls last, page.kind, page.slug`)
  })
  const counts = rows[0]?.counts ?? {}
  const total = kind ? (counts[kind] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { found: rows.filter((row) => row.slug !== null), counts, total }
}

/** Lexemes have letters and digits only, so quoting them is enough. */
function tsquery(terms: Term[], ofPrefix: string): SQL {
  const words = terms.map(({ lexemes, isPrefix }) => lexemes.map((each) => `'${each}'${isPrefix ? ofPrefix : ''}`))
  return sql`${words.map((each) => `(${each.join(' | ')})`).join(' & ')}::tsquery`
}
