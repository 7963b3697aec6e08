import * as z from 'zod/mini'
import { unlessSeen } from '../call'
import type { Action } from '../permissions'
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

const revision = z
  .optional(names.revision)
  .check(z.describe("The environment's: 409 where the stop has changed since."))
const stopping = z.object({
  revision,
  reason: text.check(z.minLength(1, 'say why'), z.maxLength(500)),
  until: z.optional(names.moment).check(z.describe('When it ends by itself; without it, when somebody ends it.')),
  notice: z.optional(text.check(z.maxLength(300))).check(z.describe('What visitors read on pages of a killed part.')),
})
const lifting = names.optionalBody(z.object({ reason: z.optional(names.reason), revision }))

const ofEnvironment = '/releases/environments/{environment}'
const ofPart = `${ofEnvironment}/parts/{part}` as const
const post = <const Path extends string, const Name extends Action>(path: Path, action: Name, summary: string) =>
  ({ method: 'POST', path: `${path}/${action}`, action, summary, mayRepeat: unlessSeen }) as const
const begins = { body: stopping, response: stop }
const ends = { body: lifting, response: z.object({ changed: z.boolean() }) }

export const stopCalls = {
  kill: { ...post(ofPart, 'kill', 'Take a part off the site: its pages show a notice'), ...begins },
  revive: { ...post(ofPart, 'revive', 'Bring a killed part back'), ...ends },
  freeze: { ...post(ofEnvironment, 'freeze', 'Let nothing new go live in an environment'), ...begins },
  unfreeze: { ...post(ofEnvironment, 'unfreeze', 'End the freeze of an environment'), ...ends },
  lock: { ...post(ofPart, 'lock', 'Let nothing new of a part go live'), ...begins },
  unlock: { ...post(ofPart, 'unlock', 'Unlock a part'), ...ends },
}
