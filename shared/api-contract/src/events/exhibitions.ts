import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOpenExhibitions = getEndpoint(
  '/api/exhibitions/open',
  'Exhibitions that run or come, soonest first',
  z.array(eventSummary),
)

export const listClosedExhibitions = getEndpoint(
  '/api/exhibitions/close',
  'Exhibitions that are over, latest first',
  z.array(eventSummary),
)

export const getExhibition = getEndpoint('/api/exhibitions/detail/{slug}', 'One exhibition', eventSummary)
