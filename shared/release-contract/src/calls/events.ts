import * as z from 'zod/mini'
import { read } from '../call'
import * as names from './names'

const text = z.string()

const event = z.object({
  id: z.int(),
  at: names.moment,
  action: text,
  refused: z.boolean(),
  actor: z.nullable(text).check(z.describe('Name of the token; null where none was accepted.')),
  role: z.optional(z.nullable(names.role)).check(z.describe('Of that token.')),
  environment: z.nullable(text),
  part: z.nullable(text),
  version: z.nullable(text),
  from: z.nullable(z.record(text, z.unknown())),
  to: z.nullable(z.record(text, z.unknown())),
  composition: z.nullable(text),
  reason: z.nullable(text),
  detail: z.record(text, z.unknown()),
})
export type Event = z.output<typeof event>
const events = z.object({
  events: z.array(event),
  next: z.nullable(z.int()).check(z.describe('`before` of the next page; null where there is none.')),
})
export type Events = z.output<typeof events>

export const eventCalls = {
  listEvents: read(
    '/releases/events',
    'Who did what, when and why, newest first',
    events,
    z.object({
      limit: z._default(names.count(1, 500), 100),
      before: z.optional(z.coerce.number().check(z.int(), z.gte(1))).check(z.describe('Only events before this id.')),
      environment: z.optional(names.environment),
      part: z.optional(names.part),
      actor: z.optional(text.check(z.maxLength(100))).check(z.describe('Name of the token.')),
      action: z.optional(text.check(z.maxLength(50))),
      refused: z.optional(z.enum(['true', 'false'])).check(z.describe('Only what was refused, or only what was done.')),
      since: z.optional(names.moment),
      until: z.optional(names.moment),
    }),
  ),
}
