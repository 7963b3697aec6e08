import { asc, eq } from 'drizzle-orm'
import type { Answers } from '../call'
import { courses, donations, initiatives, teamMembers } from '../database/tables'
import { notFound } from '../refusal'

export const organisationAnswers: Answers<
  'listTeam' | 'getDonation' | 'listCourses' | 'listInitiatives' | 'getInitiative'
> = {
  listTeam: ({ db }) => db.select().from(teamMembers).orderBy(asc(teamMembers.position), asc(teamMembers.slug)),

  async getDonation({ db }) {
    const [block] = await db.select().from(donations).where(eq(donations.slug, 'donation'))
    if (!block) throw notFound('The donation block')
    return block
  },

  listCourses: ({ db }) => db.select().from(courses).orderBy(asc(courses.date), asc(courses.slug)),

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
