import type { listNews } from '@marram/api-contract/news'
import { asc, desc, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { Answerer, Answers, Context } from '../call'
import { categories, mainNews, news } from '../database/tables'
import { notFound } from '../refusal'
import { paged } from './paging'

type NewsTable = typeof news | typeof mainNews
type ListAnswerer = Answerer<typeof listNews>

function select({ db }: Context, table: NewsTable) {
  return db
    .select({
      slug: table.slug,
      image: table.image,
      title: table.title,
      description: table.description,
      date: table.date,
      category: { title: categories.title, slug: categories.slug },
    })
    .from(table)
    .innerJoin(categories, eq(table.category, categories.slug))
    .$dynamic()
}

/** A list of one table; unless ordered otherwise, newest first. */
const list =
  (table: NewsTable, where: (params: Record<string, string>) => SQL | undefined, order?: SQL): ListAnswerer =>
  (context, { params, query }) =>
    paged(
      query,
      async (limit, offset) => {
        const rows = select(context, table)
          .where(where(params))
          .orderBy(order ?? desc(table.date), asc(table.slug))
        return limit === undefined ? rows : rows.limit(limit).offset(offset ?? 0)
      },
      () => context.db.$count(table, where(params)),
    )

const detail =
  (table: NewsTable): Answers['getNews'] =>
  async (context, { params }) => {
    const [item] = await select(context, table).where(eq(table.slug, params.slug as string))
    if (!item) throw notFound('This news item')
    return item
  }

export const newsAnswers: Answers<
  | 'listMainNews'
  | 'listFeaturedMainNews'
  | 'listMainNewsByCategory'
  | 'listMainNewsCategories'
  | 'getMainNews'
  | 'listNews'
  | 'listNewsByCategory'
  | 'getNews'
> = {
  listMainNews: list(mainNews, () => undefined),
  listFeaturedMainNews: list(mainNews, () => isNotNull(mainNews.featured), asc(mainNews.featured)),
  listMainNewsByCategory: list(mainNews, ({ slug }) => eq(mainNews.category, slug as string)),
  getMainNews: detail(mainNews),
  listNews: list(news, () => undefined),
  listNewsByCategory: list(news, ({ slug }) => eq(news.category, slug as string)),
  getNews: detail(news),

  // Only categories that lead somewhere.
  listMainNewsCategories: ({ db }) =>
    db
      .selectDistinct({ position: categories.position, slug: categories.slug, title: categories.title })
      .from(categories)
      .innerJoin(mainNews, eq(mainNews.category, categories.slug))
      .orderBy(asc(categories.position), asc(categories.slug)),
}
