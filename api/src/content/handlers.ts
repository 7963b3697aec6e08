import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { arrayContains, asc, count, desc, eq, getTableColumns, isNotNull, type SQL } from 'drizzle-orm'
import type { Call, Context, Handlers } from '../http/call'
import { paged } from '../http/paging'
import { found } from '../http/refusal'
import * as tables from './tables'

const { categories, gallery, mainNews, mediaCategories, mediaItems, news, publicationCategories, publications } = tables

type ArticleTable = typeof mainNews | typeof news | typeof publications | typeof mediaItems
type CategoryTable = typeof categories | typeof publicationCategories | typeof mediaCategories
type AnyCall = Call<AnyEndpoint>

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
    (context: Context, { params, query }: Pick<AnyCall, 'params' | 'query'>) =>
      paged(
        query,
        async (limit, offset = 0) => {
          const rows = select(context)
            .where(where(params))
            .orderBy(order ?? desc(table.date), asc(table.slug))
          return limit === undefined ? rows : rows.limit(limit).offset(offset)
        },
        () => context.db.$count(table, where(params)),
      )

  return {
    list,
    all: list(() => undefined),
    ofCategory: list(({ slug = '' }) => eq(table.category, slug)),
    one:
      (what: string) =>
      async (context: Context, { params: { slug = '' } }: Pick<AnyCall, 'params'>) =>
        found(await select(context).where(eq(table.slug, slug)), what),
    /** Only those that lead somewhere. */
    categories: ({ db }: Context) =>
      db
        .selectDistinct(getTableColumns(ofCategory))
        .from(ofCategory)
        .innerJoin(table, eq(table.category, ofCategory.slug))
        .orderBy(...inEditorsOrder(ofCategory)),
  }
}

const ofMainNews = articles(mainNews, categories)
const ofNews = articles(news, categories)
const ofPublications = articles(publications, publicationCategories)
const ofMedia = articles(mediaItems, mediaCategories)

const inEditorsOrder = ({ position, slug }: { position: SQLColumn; slug: SQLColumn }) => [asc(position), asc(slug)]
type SQLColumn = Parameters<typeof asc>[0]

const galleryItems = ({ db }: Context) =>
  db
    .select()
    .from(gallery)
    .orderBy(...inEditorsOrder(gallery))

export const contentHandlers = {
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
  countPublications({ db }) {
    const { slug, title } = publicationCategories
    return db
      .select({ slug, title, items_count: count(publications.slug) })
      .from(publicationCategories)
      .innerJoin(publications, eq(publications.category, slug))
      .groupBy(slug)
      .orderBy(...inEditorsOrder(publicationCategories))
  },

  async getHome({ db }) {
    const row = found(await db.select().from(tables.home).where(eq(tables.home.slug, 'home')), 'The home record')
    const { banner_tall, film_title, film_description, film_image, ...rest } = row
    return {
      ...rest,
      banner_tall: banner_tall ?? undefined,
      film_title: film_title ?? undefined,
      film_description: film_description ?? undefined,
      film_image: film_image ?? undefined,
    }
  },
  listServices: ({ db }) =>
    db
      .select()
      .from(tables.services)
      .orderBy(...inEditorsOrder(tables.services)),
  listHomeCategories: ({ db }) =>
    db
      .select()
      .from(categories)
      .orderBy(...inEditorsOrder(categories)),
  listTeam: ({ db }) =>
    db
      .select()
      .from(tables.teamMembers)
      .orderBy(...inEditorsOrder(tables.teamMembers)),
  getDonation: async ({ db }) =>
    found(await db.select().from(tables.donations).where(eq(tables.donations.slug, 'donation')), 'The donation block'),
  listInitiatives: ({ db }) =>
    db
      .select()
      .from(tables.initiatives)
      .orderBy(...inEditorsOrder(tables.initiatives)),
  getInitiative: async ({ db }, { params: { slug = '' } }) =>
    found(await db.select().from(tables.initiatives).where(eq(tables.initiatives.slug, slug)), 'This initiative'),

  async getAbout({ db }, { params: { slug = '' } }) {
    const [block = []] = await db.select().from(tables.abouts).where(eq(tables.abouts.slug, slug))
    return block
  },
  async getCounters({ db }, { params: { slug = '' } }) {
    const [block = []] = await db.select().from(tables.counters).where(eq(tables.counters.slug, slug))
    return block
  },
  listSponsors: ({ db }, { params: { slug = '' } }) =>
    db
      .select()
      .from(tables.sponsors)
      .where(arrayContains(tables.sponsors.areas, [slug]))
      .orderBy(...inEditorsOrder(tables.sponsors)),
  listReviews: ({ db }, { params: { slug = '' } }) =>
    db
      .select()
      .from(tables.reviews)
      .where(arrayContains(tables.reviews.areas, [slug]))
      .orderBy(...inEditorsOrder(tables.reviews)),
  listGallery: (context) => galleryItems(context),
  listGalleryByCategory: (context, { params: { slug = '' } }) =>
    galleryItems(context).where(arrayContains(gallery.areas, [slug])),
} satisfies Partial<Handlers>
