import * as z from 'zod/mini'
import { day, html, image, slug } from '../content/content-fields'
import { endpoint } from '../endpoint'

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

export const listCourses = endpoint({
  method: 'GET',
  path: '/api/courses/',
  summary: 'Courses, soonest first',
  envelope: 'data',
  data: z.array(course),
})
