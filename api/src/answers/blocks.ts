import { arrayContains, asc, eq } from 'drizzle-orm'
import type { Answers, Context } from '../call'
import { abouts, counters, gallery, reviews, sponsors } from '../database/tables'

type AreaTable = typeof sponsors | typeof reviews | typeof gallery

const inArea = (table: AreaTable, slug: string | undefined) => arrayContains(table.areas, [slug ?? ''])

/** The one block of an area, or an empty list. */
async function oneOrNone<Row>(rows: Promise<Row[]>): Promise<Row | Row[]> {
  const [row] = await rows
  return row ?? []
}

const galleryItems = ({ db }: Context) => db.select().from(gallery).orderBy(asc(gallery.position), asc(gallery.slug))

export const blockAnswers: Answers<
  'listSponsors' | 'getAbout' | 'getCounters' | 'listReviews' | 'listGallery' | 'listGalleryByCategory'
> = {
  listSponsors: ({ db }, { params }) =>
    db.select().from(sponsors).where(inArea(sponsors, params.slug)).orderBy(asc(sponsors.position), asc(sponsors.slug)),

  getAbout: ({ db }, { params }) =>
    oneOrNone(
      db
        .select()
        .from(abouts)
        .where(eq(abouts.slug, params.slug ?? '')),
    ),

  getCounters: ({ db }, { params }) =>
    oneOrNone(
      db
        .select()
        .from(counters)
        .where(eq(counters.slug, params.slug ?? '')),
    ),

  listReviews: ({ db }, { params }) =>
    db.select().from(reviews).where(inArea(reviews, params.slug)).orderBy(asc(reviews.position), asc(reviews.slug)),

  listGallery: (context) => galleryItems(context),
  listGalleryByCategory: (context, { params }) => galleryItems(context).where(inArea(gallery, params.slug)),
}
