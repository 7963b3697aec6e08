import * as z from 'zod/mini'
import { day, html, image, slug } from '../content/content-fields'
import { getEndpoint } from '../endpoint'

export const course = z.object({
  slug,
  image,
  title: z.string(),
  description: html,
  /** The day on which it begins. */
  date: day,
  /** Where it takes place on the web; null where it does not. */
  link: z.nullable(z.string()),
  /** The form to register with, if there is one. */
  form: z.nullable(z.string()),
})
export type Course = z.infer<typeof course>

export const listCourses = getEndpoint('/api/courses/', 'Courses, soonest first', z.array(course))
