import { asc, eq } from 'drizzle-orm'
import type { Answers } from '../call'
import { categories, home, services } from '../database/tables'
import { notFound } from '../refusal'

const absent = <T>(value: T | null) => value ?? undefined

export const homeAnswers: Answers<'getHome' | 'listServices' | 'listHomeCategories'> = {
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
}
