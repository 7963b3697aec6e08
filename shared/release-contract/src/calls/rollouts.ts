import * as z from 'zod/mini'
import { post, unlessSeen } from '../call'
import * as names from './names'

const text = z.string()
const percent = z.number().check(z.gte(0), z.lte(100))
const stepSeconds = z.number().check(z.gte(1), z.lte(31 * 86_400))

const strategyStep = z.object({
  traffic: percent,
  seconds: z.nullable(stepSeconds).check(z.describe('Null: until somebody resumes it.')),
})
export type StrategyStep = z.output<typeof strategyStep>

/** How the share of a candidate grows by itself; after the last step it is live for everybody. */
const strategy = z.object({
  kind: z.enum(['linear', 'canary']),
  steps: z.array(strategyStep),
  step: z.int().check(z.describe('Index of the step that is running.')),
  began: z.optional(names.moment).check(z.describe('When that step began.')),
  due: z.nullable(names.moment).check(z.describe('When the next one begins; null while it waits for somebody.')),
  paused: z
    .nullable(z.object({ by: text, left: z.nullable(z.number()) }))
    .check(z.describe('Who paused it, and the milliseconds left of the step; null where it waits by itself.')),
  needsEvidence: z.boolean().check(z.describe('Grows only with enough evidence that the candidate is no worse.')),
  override: z
    .optional(z.object({ by: text, reason: text, problems: z.array(text) }))
    .check(z.describe('Problems of the gate that were overridden when it began, by whom and why.')),
})

const ofCandidate = {
  candidate: z.nullable(text).check(z.describe('The version that is being rolled out.')),
  traffic: z.number().check(z.describe('Percentage of visitors that get the candidate.')),
  group: z.nullable(text).check(z.describe('Of the parts of one group, a visitor gets all candidates or none.')),
  strategy: z.nullable(strategy).check(z.describe('How the share grows by itself.')),
}
export const rolloutState = z.object({
  stable: text.check(z.describe('The version of everyone that no rollout is about.')),
  ...ofCandidate,
})
const partChange = z.object({
  part: text,
  from: z.nullable(rolloutState),
  to: z.nullable(rolloutState),
  revision: z.int(),
})

const killed = z
  .array(text)
  .check(z.describe('Of the parts that this is about, the killed ones: visitors get their notice and no version.'))

const changed = z.object({
  environment: text,
  part: text,
  version: text.check(z.describe('Live for everyone that no rollout is about.')),
  previous: z.nullable(text).check(z.describe("What was live before; null for a part's first time.")),
  ...ofCandidate,
  integrity: text.check(z.describe('Digest of the release.json of the candidate, else of the version.')),
  revision: z.int(),
  composition: text,
  changed: z.boolean(),
  killed,
  notOpened: z
    .optional(z.array(text))
    .check(z.describe('What the gate reports about pages that no browser opened in time, or only without data.')),
  parts: z.array(partChange).check(z.describe('Everything that changed: parts of one group change together.')),
})

const environmentChanged = z.object({
  environment: text,
  revision: z.int(),
  composition: text,
  previousComposition: text,
  changed: z.boolean(),
  killed,
  parts: z.array(partChange),
})

export type Strategy = z.output<typeof strategy>
export type PartChange = z.output<typeof partChange>
export type Changed = z.output<typeof changed>
export type EnvironmentChanged = z.output<typeof environmentChanged>

const reasonAndRevision = {
  reason: z.optional(names.reason),
  revision: z.optional(names.revision).check(z.describe('That the caller has seen: 409 where it has changed since.')),
}
const override = z.optional(z.boolean()).check(z.describe('Go on although the gate refuses it; needs a reason.'))
const version = z.optional(names.version)

const needsEvidence = z
  ._default(z.boolean(), true)
  .check(z.describe('Grows only with enough evidence that the candidate is no worse; false: by time alone.'))
const wantedStrategy = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('linear'),
    percent: z.number().check(z.gte(1), z.lte(100)),
    seconds: stepSeconds,
    needsEvidence,
  }),
  z.object({
    kind: z.literal('canary'),
    steps: z.array(strategyStep).check(z.minLength(1), z.maxLength(50)),
    needsEvidence,
  }),
])
export type StrategyWanted = z.input<typeof wantedStrategy>

const changes = { body: z.object(reasonAndRevision), response: changed }
const repeatable = { ...changes, mayRepeat: unlessSeen }

export const rolloutCalls = {
  promote: post(`${names.ofPart}/promote`, 'promote', 'Make a version live for everyone', {
    body: z.object({
      version: version.check(z.describe('Without it: that of `from`, else the candidate with its group.')),
      from: z.optional(names.environment).check(z.describe('Exactly what is live in this environment.')),
      override,
      ...reasonAndRevision,
    }),
    response: changed,
    // Once promoted, a candidate is one no longer.
    mayRepeat: ({ version, from, revision }) => revision === undefined && (version !== undefined || from !== undefined),
  }),
  canary: post(`${names.ofPart}/canary`, 'canary', 'Give a version to a percentage of visitors', {
    body: z.object({
      version: version.check(z.describe('Without it: the candidate that there is.')),
      traffic: z.optional(percent).check(z.describe('Percentage of visitors; or a strategy.')),
      strategy: z.optional(wantedStrategy).check(z.describe('Grows by itself, and is promoted after its last step.')),
      group: z.optional(names.group),
      override,
      ...reasonAndRevision,
    }),
    response: changed,
    mayRepeat: unlessSeen,
  }),
  abort: post(`${names.ofPart}/abort`, 'abort', 'Take the candidate away from everybody', repeatable),
  pause: post(`${names.ofPart}/pause`, 'pause', 'Hold the strategy of a candidate where it is', repeatable),
  /** Never repeated: a second time would also skip the wait of the next step. */
  resume: post(
    `${names.ofPart}/resume`,
    'resume',
    'Continue a strategy that was paused or waits for somebody',
    changes,
  ),
  /** Never repeated: each one goes a step back. */
  rollback: post(`${names.ofPart}/rollback`, 'rollback', 'Go back to what was live before', {
    body: z.object({ version, override, ...reasonAndRevision }),
    response: changed,
  }),
  /** Never repeated: what is retired is not there any more. */
  retire: post(
    `${names.ofPart}/retire`,
    'retire',
    'Take a part out for good, its first version too: its addresses are free',
    {
      body: z.object({ ...reasonAndRevision, reason: names.reason.check(z.minLength(1, 'say why')) }),
      response: environmentChanged,
    },
  ),
  rollbackEnvironment: post(
    `${names.ofEnvironment}/rollback`,
    'rollback',
    'Go back to exactly the versions of a composition that was live',
    {
      body: z.object({ composition: names.composition, override, ...reasonAndRevision }),
      response: environmentChanged,
      mayRepeat: unlessSeen,
    },
  ),
}
