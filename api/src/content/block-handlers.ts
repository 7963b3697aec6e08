import { arrayContains, asc, eq } from 'drizzle-orm'
import type { Context, Handlers } from '../http/call'
import { notFound } from '../http/refusal'
import {
  abouts,
  categories,
  counters,
  donations,
  gallery,
  home,
  initiatives,
  reviews,
  services,
  sponsors,
  teamMembers,
} from './tables'

const absent = <T>(value: T | null) => value ?? undefined

type AreaTable = typeof sponsors | typeof reviews | typeof gallery

const inArea = (table: AreaTable, slug: string | undefined) => arrayContains(table.areas, [slug ?? ''])

/** The one block of an area, or an empty list. */
async function oneOrNone<Row>(rows: Promise<Row[]>): Promise<Row | Row[]> {
  const [row] = await rows
  return row ?? []
}

const galleryItems = ({ db }: Context) => db.select().from(gallery).orderBy(asc(gallery.position), asc(gallery.slug))

export const blockHandlers: Handlers<
  | 'listSponsors'
  | 'getAbout'
  | 'getCounters'
  | 'listReviews'
  | 'listGallery'
  | 'listGalleryByCategory'
  | 'getHome'
  | 'listServices'
  | 'listHomeCategories'
  | 'listTeam'
  | 'getDonation'
  | 'listInitiatives'
  | 'getInitiative'
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

  async getHome({ db }) {
    const [row] = await db.select().from(home).where(eq(home.slug, 'home'))
    if (!row) throw notFound('The home record')
    const { banner_tall, film_title, film_description, film_image, ...rest } = row
    return {
      ...rest,
      banner_tall: absent(banner_tall),
      film_title: absent(film_title),
      film_description: absent(film_description),
      film_image: absent(film_image),
    }
  },

  listServices: ({ db }) => db.select().from(services).orderBy(asc(services.position), asc(services.slug)),

  listHomeCategories: ({ db }) => db.select().from(categories).orderBy(asc(categories.position), asc(categories.slug)),

  listTeam: ({ db }) => db.select().from(teamMembers).orderBy(asc(teamMembers.position), asc(teamMembers.slug)),

  async getDonation({ db }) {
    const [block] = await db.select().from(donations).where(eq(donations.slug, 'donation'))
    if (!block) throw notFound('The donation block')
    return block
  },

  listInitiatives: ({ db }) => db.select().from(initiatives).orderBy(asc(initiatives.position), asc(initiatives.slug)),

  async getInitiative({ db }, { params }) {
    const [item] = await db
      .select()
      .from(initiatives)
      .where(eq(initiatives.slug, params.slug as string))
    if (!item) throw notFound('This initiative')
    return item
  },
}
