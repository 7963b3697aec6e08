import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { arrayContains, asc, count, desc, eq, getTableColumns, isNotNull, type SQL } from 'drizzle-orm'
import type { Call, Context, Handlers } from '../http/call'
import { paged } from '../http/paging'
import { notFound } from '../http/refusal'
import * as tables from './tables'

const { categories, gallery, mainNews, mediaCategories, mediaItems, news, publicationCategories, publications } = tables

type ArticleTable = typeof mainNews | typeof news | typeof publications | typeof mediaItems
type CategoryTable = typeof categories | typeof publicationCategories | typeof mediaCategories
type Params = { params: Record<string, string> }

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
    (context: Context, { params, query }: Pick<Call<AnyEndpoint>, 'params' | 'query'>) =>
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
      async (context: Context, { params: { slug = '' } }: Params) => {
        const [item] = await select(context).where(eq(table.slug, slug))
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
      .orderBy(...inEditorsOrder(publicationCategories)),

  async getHome({ db }) {
    const [row] = await db.select().from(tables.home).where(eq(tables.home.slug, 'home'))
    if (!row) throw notFound('The home record')
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
  async getDonation({ db }) {
    const [block] = await db.select().from(tables.donations).where(eq(tables.donations.slug, 'donation'))
    if (!block) throw notFound('The donation block')
    return block
  },
  listInitiatives: ({ db }) =>
    db
      .select()
      .from(tables.initiatives)
      .orderBy(...inEditorsOrder(tables.initiatives)),
  async getInitiative({ db }, { params: { slug = '' } }) {
    const [item] = await db.select().from(tables.initiatives).where(eq(tables.initiatives.slug, slug))
    if (!item) throw notFound('This initiative')
    return item
  },

  async getAbout({ db }, { params: { slug = '' } }) {
    const [block] = await db.select().from(tables.abouts).where(eq(tables.abouts.slug, slug))
    return block ?? []
  },
  async getCounters({ db }, { params: { slug = '' } }) {
    const [block] = await db.select().from(tables.counters).where(eq(tables.counters.slug, slug))
    return block ?? []
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
