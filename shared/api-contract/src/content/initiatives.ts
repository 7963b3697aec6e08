import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { html, image, slug } from './content-fields'
import { chart } from './home'

export const initiative = z.object({ slug, first_image: image, title: z.string(), short_description: z.string() })
export type Initiative = z.infer<typeof initiative>

export const listInitiatives = getEndpoint(
  '/api/tech-initiatives/',
  'Tech initiatives, in the editors’ order',
  z.array(initiative),
)

/** `details` and `chart` are of our API alone: what is said and measured of this one. */
export const getInitiative = getEndpoint(
  '/api/tech-initiatives/detail/{slug}',
  'One tech initiative',
  z.extend(initiative, { details: z.optional(html), chart: z.optional(chart) }),
)
