import * as z from 'zod/mini'
import { post, read } from '../call'
import * as names from './names'

/** The calls that can be made later. */
export const scheduled = ['promote', 'canary', 'rollback', 'abort', 'freeze', 'unfreeze', 'revive', 'unlock'] as const
export type ScheduledCall = (typeof scheduled)[number]

const text = z.string()

export const problem = z
  .optional(z.nullable(text))
  .check(z.describe('Of one that waits: why it cannot be made at its time, as far as is known now.'))

const change = z.object({
  id: text,
  environment: text,
  part: z.nullable(text).check(z.describe('Null for what is about the whole environment.')),
  call: z.enum(scheduled),
  what: text.check(z.describe('As a part of a sentence.')),
  at: names.moment,
  by: text.check(z.describe('Name of the token in whose name it is made.')),
  reason: z.nullable(text),
  createdAt: names.moment,
  state: z.enum(['waiting', 'begun', 'done', 'failed']),
  outcome: z.nullable(text).check(z.describe('Why it was not made.')),
  problem,
})
export type ScheduledChange = z.output<typeof change>
const schedule = z.object({
  environment: text,
  changes: z
    .array(change)
    .check(z.describe('Waiting ones first, the next one at the top; then what came of others, for a week.')),
})
export type Schedule = z.output<typeof schedule>

const at = names.moment.check(z.describe('When it is made; within a minute of that, or not at all after an hour.'))
const reason = z.optional(names.reason)
const { part, version } = names

export const scheduleCalls = {
  schedule: post(
    `${names.ofEnvironment}/schedule`,
    'schedule',
    'Make a change at a later time, in the name of this token',
    {
      body: z.union([
        z.strictObject({ call: z.literal('promote'), part, version, at, reason }),
        z.strictObject({
          call: z.literal('canary'),
          part,
          version,
          traffic: z.number().check(z.gte(0), z.lte(100), z.describe('Percentage of visitors.')),
          at,
          reason,
        }),
        z.strictObject({ call: z.enum(['rollback', 'abort', 'revive', 'unlock']), part, at, reason }),
        z.strictObject({
          call: z.literal('freeze'),
          until: names.moment.check(z.describe('When it ends by itself.')),
          at,
          reason: names.reason.check(z.minLength(1, 'say why')),
        }),
        z.strictObject({ call: z.literal('unfreeze'), at, reason }),
      ]),
      response: change,
      status: [201],
    },
  ),
  listSchedule: read(`${names.ofEnvironment}/schedule`, 'What is to be made later, and what came of it', schedule),
  unschedule: post(`${names.ofEnvironment}/schedule/{change}/end`, 'schedule', 'Take back what was to be made later', {
    body: z.object({ reason }),
    response: z.object({ id: text, what: text, at: names.moment, failing: names.failing }),
  }),
}
