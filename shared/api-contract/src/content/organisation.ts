import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { aboutBlock } from './blocks'
import { image } from './content-fields'

export const teamMember = z.object({ image, name: z.string(), designation: z.string() })

export const listTeam = getEndpoint('/api/home/team/', 'The support team', z.array(teamMember))

export const getDonation = getEndpoint('/api/home/donate', 'The donation block', aboutBlock)
