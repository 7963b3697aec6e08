import { SEARCH_PAGE_SIZE, type SearchHit, type SearchKind, searchKind } from '@marram/api-contract/search'
import { type Answers, Besides } from '../call'
import { Refusal } from '../refusal'
import { type Found, find } from '../search/find'
import { urlOf } from '../search/item-urls'
import { excerptAround, matchesIn } from '../search/matches'
import { type Term, understandQuery } from '../search/understand-query'
import { pageOf } from './paging'

export const searchAnswers: Answers<'search'> = {
  async search({ db }, { query }) {
    const kind = kindOf(query.kind)
    const { limit, offset } = pageOf(query, SEARCH_PAGE_SIZE)
    const understood = await understandQuery(db, query.q ?? '')
    if (understood.terms.length === 0) return new Besides([], { counts: {}, total: 0 })
    const { found, counts, total } = await find(db, understood, { kind, limit, offset })
    return new Besides(
      found.map((item) => hit(item, understood.terms)),
      { counts, total },
    )
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
