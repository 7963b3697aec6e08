import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { category, html, image } from './content-fields'

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
})
export type Home = z.infer<typeof home>

export const service = z.object({ icon: image, title: z.string(), description: z.string() })
export type Service = z.infer<typeof service>

export const getHome = endpoint({
  method: 'GET',
  path: '/api/home/',
  summary: 'The record behind the home page',
  envelope: 'data',
  data: home,
})

export const listServices = endpoint({
  method: 'GET',
  path: '/api/home/services/',
  summary: 'What the organisation offers',
  envelope: 'data',
  data: z.array(service),
})

export const listHomeCategories = endpoint({
  method: 'GET',
  path: '/api/home/category/',
  summary: 'Categories of the news on the home page',
  envelope: 'data',
  data: z.array(category),
})
