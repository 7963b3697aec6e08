import * as z from 'zod/mini'
import { article, changed_at } from '../content/content-fields'
import { getEndpoint } from '../endpoint'

export const course = z.object({
  /** `date` is the day on which it begins. */
  ...article,
  /** Where it takes place on the web; null if it does not. */
  link: z.nullable(z.string()),
  /** The form to register with, if there is one. */
  form: z.nullable(z.string()),
  changed_at,
})
export type Course = z.infer<typeof course>

export const listCourses = getEndpoint('/api/courses/', 'Courses, soonest first', z.array(course))
