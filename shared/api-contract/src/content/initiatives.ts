import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { image, slug } from './content-fields'

export const initiative = z.object({ slug, first_image: image, title: z.string(), short_description: z.string() })
export type Initiative = z.infer<typeof initiative>

export const listInitiatives = endpoint({
  method: 'GET',
  path: '/api/tech-initiatives/',
  summary: 'Tech initiatives, in the editors’ order',
  envelope: 'data',
  data: z.array(initiative),
})

export const getInitiative = endpoint({
  method: 'GET',
  path: '/api/tech-initiatives/detail/{slug}',
  summary: 'One tech initiative',
  envelope: 'data',
  data: initiative,
})
