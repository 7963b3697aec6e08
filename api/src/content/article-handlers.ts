import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { asc, count, desc, eq, getTableColumns, isNotNull, type SQL } from 'drizzle-orm'
import type { Call, Context, Handlers } from '../http/call'
import { paged } from '../http/paging'
import { notFound } from '../http/refusal'
import { categories, mainNews, mediaCategories, mediaItems, news, publicationCategories, publications } from './tables'

type ArticleTable = typeof mainNews | typeof news | typeof publications | typeof mediaItems
type CategoryTable = typeof categories | typeof publicationCategories | typeof mediaCategories

type Asked = Pick<Call<AnyEndpoint>, 'params' | 'query'>

/** The calls for one kind of article, each with its category. */
function articles(table: ArticleTable, ofCategory: CategoryTable) {
  const select = ({ db }: Context) =>
    db
      // Some have columns of their own. What a call does not declare is stripped.
      .select({
        ...(getTableColumns(table) as ReturnType<typeof getTableColumns<typeof mediaItems>>),
        category: { title: ofCategory.title, slug: ofCategory.slug },
      })
      .from(table)
      .innerJoin(ofCategory, eq(table.category, ofCategory.slug))
      .$dynamic()

  /** Unless ordered otherwise, newest first. */
  const list =
    (where: (params: Record<string, string>) => SQL | undefined, order?: SQL) =>
    (context: Context, { params, query }: Asked) =>
      paged(
        query,
        async (limit, offset) => {
          const rows = select(context)
            .where(where(params))
            .orderBy(order ?? desc(table.date), asc(table.slug))
          return limit === undefined ? rows : rows.limit(limit).offset(offset ?? 0)
        },
        () => context.db.$count(table, where(params)),
      )

  return {
    list,
    all: list(() => undefined),
    ofCategory: list(({ slug }) => eq(table.category, slug as string)),
    one:
      (what: string) =>
      async (context: Context, { params }: Asked) => {
        const [item] = await select(context).where(eq(table.slug, params.slug as string))
        if (!item) throw notFound(what)
        return item
      },
    /** Only those that lead somewhere. */
    categories: ({ db }: Context) =>
      db
        .selectDistinct({ position: ofCategory.position, slug: ofCategory.slug, title: ofCategory.title })
        .from(ofCategory)
        .innerJoin(table, eq(table.category, ofCategory.slug))
        .orderBy(asc(ofCategory.position), asc(ofCategory.slug)),
  }
}

const ofMainNews = articles(mainNews, categories)
const ofNews = articles(news, categories)
const ofPublications = articles(publications, publicationCategories)
const ofMedia = articles(mediaItems, mediaCategories)

export const articleHandlers: Handlers<
  | 'listMainNews'
  | 'listFeaturedMainNews'
  | 'listMainNewsByCategory'
  | 'listMainNewsCategories'
  | 'getMainNews'
  | 'listNews'
  | 'listNewsByCategory'
  | 'getNews'
  | 'listPublications'
  | 'listPublicationsByCategory'
  | 'countPublications'
  | 'getPublication'
  | 'listMedia'
  | 'listMediaByCategory'
  | 'listMediaCategories'
> = {
  listMainNews: ofMainNews.all,
  listFeaturedMainNews: ofMainNews.list(() => isNotNull(mainNews.featured), asc(mainNews.featured)),
  listMainNewsByCategory: ofMainNews.ofCategory,
  listMainNewsCategories: ofMainNews.categories,
  getMainNews: ofMainNews.one('This news item'),
  listNews: ofNews.all,
  listNewsByCategory: ofNews.ofCategory,
  getNews: ofNews.one('This news item'),
  listPublications: ofPublications.all,
  listPublicationsByCategory: ofPublications.ofCategory,
  getPublication: ofPublications.one('This publication'),
  listMedia: ofMedia.all,
  listMediaByCategory: ofMedia.ofCategory,
  listMediaCategories: ofMedia.categories,

  countPublications: ({ db }) =>
    db
      .select({
        slug: publicationCategories.slug,
        title: publicationCategories.title,
        items_count: count(publications.slug),
      })
      .from(publicationCategories)
      .innerJoin(publications, eq(publications.category, publicationCategories.slug))
      .groupBy(publicationCategories.slug)
      .orderBy(asc(publicationCategories.position), asc(publicationCategories.slug)),
}
