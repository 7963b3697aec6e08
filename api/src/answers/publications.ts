import type { listPublications } from '@marram/api-contract/publications'
import { asc, count, desc, eq, type SQL } from 'drizzle-orm'
import type { Answerer, Answers, Context } from '../call'
import { publicationCategories, publications } from '../database/tables'
import { notFound } from '../refusal'
import { paged } from './paging'

function select({ db }: Context) {
  return db
    .select({
      slug: publications.slug,
      image: publications.image,
      title: publications.title,
      description: publications.description,
      date: publications.date,
      category: { title: publicationCategories.title, slug: publicationCategories.slug },
    })
    .from(publications)
    .innerJoin(publicationCategories, eq(publications.category, publicationCategories.slug))
    .$dynamic()
}

const list =
  (where: (params: Record<string, string>) => SQL | undefined): Answerer<typeof listPublications> =>
  (context, { params, query }) =>
    paged(
      query,
      async (limit, offset) => {
        const rows = select(context).where(where(params)).orderBy(desc(publications.date), asc(publications.slug))
        return limit === undefined ? rows : rows.limit(limit).offset(offset ?? 0)
      },
      () => context.db.$count(publications, where(params)),
    )

export const publicationAnswers: Answers<
  'listPublications' | 'listPublicationsByCategory' | 'countPublications' | 'getPublication'
> = {
  listPublications: list(() => undefined),
  listPublicationsByCategory: list(({ slug }) => eq(publications.category, slug as string)),

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

  async getPublication(context, { params }) {
    const [item] = await select(context).where(eq(publications.slug, params.slug as string))
    if (!item) throw notFound('This publication')
    return item
  },
}
