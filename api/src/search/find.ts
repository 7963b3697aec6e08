import type { SearchKind } from '@marram/contracts/search'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../call'
import type { Understood } from './understand-query'

export type Found = { kind: SearchKind; slug: string; title: string; body: string; image: string | null }
export type Result = { found: Found[]; counts: Record<string, number>; total: number }

/**
 * One page of what has all the terms, best first: titles that begin with the query, then by where and how often the
 * words stand. Exact words count more than what only begins with them.
 */
export async function find(
  db: Db,
  { text, terms }: Understood,
  { kind, limit, offset }: { kind: SearchKind | undefined; limit: number; offset: number },
): Promise<Result> {
  const { matching, exact } = queries(terms)
  const begins = `${text.replace(/[\\%_]/g, '\\$&')}%`
  const ofKind = kind ? sql`where kind = ${kind}` : sql``
  const { rows } = await db.execute<Found & { counts: Record<string, number> }>(sql`
    with matched as materialized (
      select kind, slug, words, plain_title, date from api.search_items where words @@ ${matching}
    ),
    counts as (
      select coalesce(json_object_agg(kind, n), '{}') as counts
      from (select kind, count(*)::int as n from matched group by kind) as per_kind
    ),
    page as (
      select kind, slug,
        case when plain_title like ${begins} then 1 else 0 end as begins,
        ts_rank('{0.05, 0.2, 0.4, 1.0}', words, ${exact}, 1) * 3 + ts_rank('{0.05, 0.2, 0.4, 1.0}', words, ${matching}, 1) as rank,
        date
      from matched ${ofKind}
      order by begins desc, rank desc, date desc nulls last, kind, slug
      limit ${limit} offset ${offset}
    )
    select counts.counts, item.kind, item.slug, item.title, item.body, item.image
    from counts
    left join page on true
    left join api.search_items item on item.kind = page.kind and item.slug = page.slug
    order by page.begins desc, page.rank desc, page.date desc nulls last, page.kind, page.slug`)
  const counts = rows[0]?.counts ?? {}
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const total = kind ? (counts[kind] ?? 0) : all
  return { found: rows.filter((row) => row.slug !== null), counts, total }
}

/** Lexemes have letters and digits only, so quoting them is enough. */
function queries(terms: Understood['terms']): { matching: SQL; exact: SQL } {
  const query = (ending: (isPrefix: boolean) => string) => {
    const text = terms
      .map(({ lexemes, isPrefix }) => `(${lexemes.map((lexeme) => `'${lexeme}'${ending(isPrefix)}`).join(' | ')})`)
      .join(' & ')
    return sql`${text}::tsquery`
  }
  return { matching: query((isPrefix) => (isPrefix ? ':*' : '')), exact: query(() => '') }
}
