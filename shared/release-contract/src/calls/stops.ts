import * as z from 'zod/mini'
import { call, unlessSeen } from '../call'
import * as names from './names'

export const stopKinds = ['kill', 'freeze', 'lock'] as const
export type StopKind = (typeof stopKinds)[number]
/** The call that ends each. */
export const endings = { kill: 'revive', freeze: 'unfreeze', lock: 'unlock' } as const satisfies Record<
  StopKind,
  string
>

const text = z.string()
export const stop = z.object({
  environment: text,
  kind: z.enum(stopKinds),
  part: z.nullable(text),
  reason: text,
  notice: z.nullable(text),
  by: text,
  since: names.moment,
  until: z.nullable(names.moment),
})
export type Stop = z.output<typeof stop>
const lifted = z.object({ changed: z.boolean() })

const revision = z
  .optional(names.revision)
  .check(
    z.describe("The environment's, that the caller has seen: where somebody changed the same stop since then, 409."),
  )
const stopping = z.object({
  revision,
  reason: text.check(z.minLength(1, 'say why'), z.maxLength(500)),
  until: z.optional(names.moment).check(z.describe('When it ends by itself; without it, when somebody ends it.')),
  notice: z.optional(text.check(z.maxLength(300))).check(z.describe('What visitors read on pages of a killed part.')),
})
const lifting = names.optionalBody(z.object({ reason: z.optional(names.reason), revision }))

const ofEnvironment = '/releases/environments/{environment}'
const ofPart = `${ofEnvironment}/parts/{part}` as const
const begins = { method: 'POST', body: stopping, response: stop, mayRepeat: unlessSeen } as const
const ends = { method: 'POST', body: lifting, response: lifted, mayRepeat: unlessSeen } as const

export const kill = call({
  ...begins,
  path: `${ofPart}/kill`,
  summary: 'Take a part off the site: its pages show a notice',
  action: 'kill',
})
export const revive = call({
  ...ends,
  path: `${ofPart}/revive`,
  summary: 'Bring a killed part back',
  action: 'revive',
})
export const freeze = call({
  ...begins,
  path: `${ofEnvironment}/freeze`,
  summary: 'Let nothing new go live in an environment',
  action: 'freeze',
})
export const unfreeze = call({
  ...ends,
  path: `${ofEnvironment}/unfreeze`,
  summary: 'End the freeze of an environment',
  action: 'unfreeze',
})
export const lock = call({
  ...begins,
  path: `${ofPart}/lock`,
  summary: 'Let nothing new of a part go live',
  action: 'lock',
})
export const unlock = call({ ...ends, path: `${ofPart}/unlock`, summary: 'Unlock a part', action: 'unlock' })
