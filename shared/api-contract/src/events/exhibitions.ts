import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOpenExhibitions = endpoint({
  method: 'GET',
  path: '/api/exhibitions/open',
  summary: 'Exhibitions that run or come, soonest first',
  envelope: 'data',
  data: z.array(eventSummary),
})

export const listClosedExhibitions = endpoint({
  method: 'GET',
  path: '/api/exhibitions/close',
  summary: 'Exhibitions that are over, latest first',
  envelope: 'data',
  data: z.array(eventSummary),
})

export const getExhibition = endpoint({
  method: 'GET',
  path: '/api/exhibitions/detail/{slug}',
  summary: 'One exhibition',
  envelope: 'data',
  data: eventSummary,
})
