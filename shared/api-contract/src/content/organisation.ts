import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { aboutBlock } from './blocks'
import { image } from './content-fields'

export const teamMember = z.object({ image, name: z.string(), designation: z.string() })
export type TeamMember = z.infer<typeof teamMember>

export const listTeam = endpoint({
  method: 'GET',
  path: '/api/home/team/',
  summary: 'The support team',
  envelope: 'data',
  data: z.array(teamMember),
})

export const getDonation = endpoint({
  method: 'GET',
  path: '/api/home/donate',
  summary: 'The donation block',
  envelope: 'data',
  data: aboutBlock,
})
