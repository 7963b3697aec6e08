import type { listMedia } from '@marram/api-contract/digital-media'
import { asc, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Answerer, Answers } from '../call'
import { mediaCategories, mediaItems } from '../database/tables'
import { paged } from './paging'

const list =
  (where: (params: Record<string, string>) => SQL | undefined): Answerer<typeof listMedia> =>
  ({ db }, { params, query }) =>
    paged(
      query,
      async (limit, offset) => {
        const rows = db
          .select({
            ...getTableColumns(mediaItems),
            category: { title: mediaCategories.title, slug: mediaCategories.slug },
          })
          .from(mediaItems)
          .innerJoin(mediaCategories, eq(mediaItems.category, mediaCategories.slug))
          .where(where(params))
          .orderBy(desc(mediaItems.date), asc(mediaItems.slug))
          .$dynamic()
        return limit === undefined ? rows : rows.limit(limit).offset(offset ?? 0)
      },
      () => db.$count(mediaItems, where(params)),
    )

export const mediaAnswers: Answers<'listMedia' | 'listMediaByCategory' | 'listMediaCategories'> = {
  listMedia: list(() => undefined),
  listMediaByCategory: list(({ slug }) => eq(mediaItems.category, slug as string)),

  // Only categories that lead somewhere.
  listMediaCategories: ({ db }) =>
    db
      .selectDistinct({ position: mediaCategories.position, slug: mediaCategories.slug, title: mediaCategories.title })
      .from(mediaCategories)
      .innerJoin(mediaItems, eq(mediaItems.category, mediaCategories.slug))
      .orderBy(asc(mediaCategories.position), asc(mediaCategories.slug)),
}
