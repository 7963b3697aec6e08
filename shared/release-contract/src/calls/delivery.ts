import * as z from 'zod/mini'
import { read } from '../call'
import * as names from './names'
import { rehearsed } from './rehearsals'

const text = z.string()
const median = z.nullable(z.number())

const figures = z.object({
  month: text.check(z.describe('As YYYY-MM, by UTC: when a release had its first visitors.')),
  part: z.nullable(text).check(z.describe('Null for all parts together.')),
  released: z.int().check(z.describe('Releases that had visitors.')),
  live: z.int().check(z.describe('Of these, released to everybody.')),
  leadSeconds: median.check(z.describe('Median from publishing to everybody.')),
  takenBack: z
    .int()
    .check(z.describe('Of those released: rolled back, aborted, taken away because of failures, or killed.')),
  recoverySeconds: median.check(
    z.describe('Median from the first visitor until it was taken back; of a killed part, from then until it was back.'),
  ),
})
export type Figures = z.output<typeof figures>
const delivery = z.object({
  environment: text,
  since: names.moment,
  figures: z.array(figures).check(z.describe('Latest month first; in each, all parts together first.')),
  rehearsal: rehearsed.check(z.describe('Of the rollback of this environment.')),
})
export type Delivery = z.output<typeof delivery>

export const deliveryCalls = {
  showDelivery: read(
    `${names.ofEnvironment}/delivery`,
    'How often releases go live, how fast, how many are taken back, and how fast',
    delivery,
    z.object({ months: z._default(names.count(1, 60), 12) }),
  ),
}
