import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { html, image, slug } from './content-fields'

export const initiative = z.object({ slug, first_image: image, title: z.string(), short_description: z.string() })
export type Initiative = z.infer<typeof initiative>

export const listInitiatives = getEndpoint(
  '/api/tech-initiatives/',
  'Tech initiatives, in the editors’ order',
  z.array(initiative),
)

/** `details` are of our API alone: what is said of this one. */
export const getInitiative = getEndpoint(
  '/api/tech-initiatives/detail/{slug}',
  'One tech initiative',
  z.extend(initiative, { details: z.optional(html) }),
)
