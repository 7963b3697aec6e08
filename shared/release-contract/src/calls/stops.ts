import * as z from 'zod/mini'
import { post, unlessSeen } from '../call'
import * as names from './names'

export const stopKinds = ['kill', 'freeze', 'lock'] as const
export type StopKind = (typeof stopKinds)[number]
/** The call that ends each. */
export const endings = { kill: 'revive', freeze: 'unfreeze', lock: 'unlock' } as const
/** What is stopped is that. */
export const stopped = { kill: 'killed', freeze: 'frozen', lock: 'locked' } as const

const text = z.string()
export const stop = z.object({
  environment: text,
  kind: z.enum(stopKinds),
  part: z.nullable(text),
  reason: text,
  notice: z.nullable(text),
  by: text,
  byRole: z.optional(z.nullable(names.role)).check(z.describe('Of that token; null where it is not known.')),
  since: names.moment,
  until: z.nullable(names.moment),
})
export type Stop = z.output<typeof stop>

const revision = z
  .optional(names.revision)
  .check(z.describe("The environment's: 409 where the stop has changed since."))
const stopping = z.object({
  revision,
  reason: text.check(z.minLength(1, 'say why'), z.maxLength(500)),
  until: z.optional(names.moment).check(z.describe('When it ends by itself; without it, when somebody ends it.')),
  notice: z.optional(text.check(z.maxLength(300))).check(z.describe('What visitors read on pages of a killed part.')),
})
const lifting = z.object({ reason: z.optional(names.reason), revision })

const begins = { body: stopping, response: z.extend(stop, { failing: names.failing }), mayRepeat: unlessSeen }
const lifted = z.object({
  changed: z.boolean(),
  environment: text,
  kind: z.enum(stopKinds),
  part: z.nullable(text),
  failing: names.failing,
})
export type Lifted = z.output<typeof lifted>
const ends = { body: lifting, response: lifted, mayRepeat: unlessSeen }

export const stopCalls = {
  kill: post(`${names.ofPart}/kill`, 'kill', 'Take a part off the site at once: its pages show a notice', begins),
  revive: post(`${names.ofPart}/revive`, 'revive', 'Bring a killed part back', ends),
  freeze: post(`${names.ofEnvironment}/freeze`, 'freeze', 'Let nothing new go live in an environment', begins),
  unfreeze: post(`${names.ofEnvironment}/unfreeze`, 'unfreeze', 'End the freeze of an environment', ends),
  lock: post(`${names.ofPart}/lock`, 'lock', 'Let nothing new of one part go live; going back stays possible', begins),
  unlock: post(`${names.ofPart}/unlock`, 'unlock', 'Unlock a part', ends),
}
