import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { category, html, image } from './content-fields'

/** Measurements in their order, drawn as a line. */
export const chart = z.object({
  title: z.string(),
  description: z.string(),
  /** Of the values, as a word: `metres`. */
  unit: z.string(),
  points: z.array(z.object({ label: z.string(), value: z.number(), note: z.optional(z.string()) })),
})
export type Chart = z.infer<typeof chart>

export const home = z.object({
  banner: image,
  /** The same scene composed for phones; without it the banner serves both. */
  banner_tall: z.optional(image),
  title: z.string(),
  description: html,
  /** Video id of the featured film. */
  keyword: z.nullable(z.string()),
  film_title: z.optional(z.string()),
  film_description: z.optional(z.string()),
  film_image: z.optional(image),
  /** The text of today's popup. Without it there is no popup. */
  important: z.optional(html),
  chart: z.optional(chart),
})
export type Home = z.infer<typeof home>

export const service = z.object({
  icon: image,
  title: z.string(),
  description: z.string(),
  /** Where one begins: a path of this site. */
  link: z.optional(z.string()),
})
export type Service = z.infer<typeof service>

export const getHome = getEndpoint('/api/home/', 'The record behind the home page', home)

export const listServices = getEndpoint('/api/home/services/', 'What the organisation offers', z.array(service))

export const listHomeCategories = getEndpoint(
  '/api/home/category/',
  'Categories of the news on the home page',
  z.array(category),
)
