import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { timing } from '@marram/api-contract/event-state'
import { arrayContains, asc, count, desc, eq, getTableColumns, isNotNull, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Call, type Context, type Handlers, withoutNulls } from '../http/call'
import { paged } from '../http/paging'
import { found } from '../http/refusal'
import * as tables from './tables'

const { categories, gallery, mainNews, mediaCategories, mediaItems, news, publicationCategories, publications } = tables

type ArticleTable = typeof mainNews | typeof news | typeof publications | typeof mediaItems
type CategoryTable = typeof categories | typeof publicationCategories | typeof mediaCategories
type AnyCall = Call<AnyEndpoint>
type Addressed = Pick<AnyCall, 'params'>

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
    (context: Context, { params, query }: Addressed & Pick<AnyCall, 'query'>) =>
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
      async (context: Context, { params: { slug = '' } }: Addressed) =>
        found(await select(context).where(eq(table.slug, slug)), what),
    /** Only those with a link. */
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
const publicationOf = ofPublications.one('This publication')
const ofMedia = articles(mediaItems, mediaCategories)

type SlugTable = PgTable & { slug: PgColumn }
type ListTable = SlugTable & { position: PgColumn }

const inEditorsOrder = ({ position, slug }: Pick<ListTable, 'position' | 'slug'>) => [asc(position), asc(slug)]

async function listOf<Table extends ListTable>({ db }: Context, table: Table, where?: SQL) {
  const rows = db.select().from(table as PgTable)
  return (await rows.where(where).orderBy(...inEditorsOrder(table))) as Table['$inferSelect'][]
}

async function bySlug<Table extends SlugTable>({ db }: Context, table: Table, slug = '') {
  const rows = db.select().from(table as PgTable)
  return (await rows.where(eq(table.slug, slug))) as Table['$inferSelect'][]
}

const all =
  <Table extends ListTable>(table: Table) =>
  (context: Context) =>
    listOf(context, table)

/** Those that are shown in the area of the address. */
const ofArea =
  <Table extends ListTable & { areas: PgColumn }>(table: Table) =>
  (context: Context, { params: { slug = '' } }: Addressed) =>
    listOf(context, table, arrayContains(table.areas, [slug]))

/** The block of the area in the address; an empty list if it has none. */
const blockOf =
  <Table extends SlugTable>(table: Table) =>
  async (context: Context, { params }: Addressed) =>
    (await bySlug(context, table, params.slug))[0] ?? []

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
  async getPublication(context, call) {
    const publication = await publicationOf(context, call)
    const [chart] = await bySlug(context, tables.charts, publication.slug)
    return { ...publication, chart }
  },
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

  async getHome(context) {
    const row = found(await bySlug(context, tables.home, 'home'), 'The home record')
    const [chart] = await bySlug(context, tables.charts, 'home')
    const { banner_tall, film_title, film_description, film_image } = row
    const days = { first: row.important_from ?? '', last: row.important_to ?? '9999-12-31' }
    const important = timing(days, context.today()) === 'now' ? row.important : null
    return { ...row, ...withoutNulls({ banner_tall, film_title, film_description, film_image, important }), chart }
  },
  async listServices(context) {
    const services = await all(tables.services)(context)
    return services.map(({ link, ...service }) => ({ ...service, ...withoutNulls({ link }) }))
  },
  listHomeCategories: all(categories),
  listTeam: all(tables.teamMembers),
  getDonation: async (context) => found(await bySlug(context, tables.donations, 'donation'), 'The donation block'),
  async listInitiatives(context) {
    const initiatives = await all(tables.initiatives)(context)
    return initiatives.map(({ details: _, ...initiative }) => initiative)
  },
  async getInitiative(context, { params }) {
    const { details, ...initiative } = found(await bySlug(context, tables.initiatives, params.slug), 'This initiative')
    const [chart] = await bySlug(context, tables.charts, initiative.slug)
    return { ...initiative, ...withoutNulls({ details }), chart }
  },
  getAbout: blockOf(tables.abouts),
  getCounters: blockOf(tables.counters),
  listSponsors: ofArea(tables.sponsors),
  listReviews: ofArea(tables.reviews),
  listGallery: all(gallery),
  listGalleryByCategory: ofArea(gallery),
} satisfies Partial<Handlers>
