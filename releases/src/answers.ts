import { stopKinds } from '@marram/release-contract/calls/stops'
import { roles } from '@marram/release-contract/permissions'
import { z } from 'zod'

const moment = z.iso.datetime({ offset: true })
const text = z.string()
const versions = z.record(z.string(), z.string())

export const problem = z.looseObject({
  code: text.describe('The kind of failure, for programs.'),
  message: text.describe('What is wrong and what to do about it, for people.'),
})

const strategy = z.object({
  kind: z.enum(['linear', 'canary']),
  steps: z.array(
    z.object({ traffic: z.number(), seconds: z.number().nullable().describe('Null: until somebody resumes it.') }),
  ),
  step: z.int().describe('Index of the step that is running.'),
  began: moment.optional().describe('When that step began.'),
  due: moment.nullable().describe('When the next one begins; null while it waits for somebody.'),
  paused: z.object({ by: text, left: z.number().nullable() }).nullable(),
  needsEvidence: z.boolean().describe('Grows only with enough evidence that the candidate is no worse.'),
  override: z
    .object({ by: text, reason: text, problems: z.array(text) })
    .optional()
    .describe('What the gate said against it when it began, and who went on all the same.'),
})
const rolloutState = z.object({
  stable: text.describe('The version of everyone that no rollout is about.'),
  candidate: text.nullable().describe('The version that is being rolled out.'),
  traffic: z.number().describe('Percentage of visitors that get the candidate.'),
  group: text
    .nullable()
    .describe('Parts of one group have salt and traffic in common: a visitor gets all candidates or none.'),
  strategy: strategy.nullable().describe('How the share grows by itself.'),
})
const partChange = z.object({
  part: text,
  from: rolloutState.nullable(),
  to: rolloutState.nullable(),
  revision: z.int(),
})

export const changed = z.object({
  environment: text,
  part: text,
  version: text,
  previous: text.nullable(),
  candidate: text.nullable(),
  traffic: z.number(),
  group: text.nullable(),
  strategy: strategy.nullable(),
  integrity: text.describe('Digest of the release.json of the candidate, else of the version.'),
  revision: z.int(),
  composition: text,
  changed: z.boolean(),
  parts: z.array(partChange),
})

export const environmentChanged = z.object({
  environment: text,
  revision: z.int(),
  composition: text,
  previousComposition: text,
  changed: z.boolean(),
  parts: z.array(partChange),
})

export const stop = z.object({
  environment: text,
  kind: z.enum(stopKinds),
  part: text.nullable(),
  reason: text,
  notice: text.nullable(),
  by: text,
  since: moment,
  until: moment.nullable(),
})
export const stops = z.object({ stops: z.array(stop) })
export const lifted = z.object({ changed: z.boolean() })

export const parts = z.object({
  parts: z.array(z.object({ part: text, kind: text, title: text, latest: text, versions: z.int(), live: versions })),
})
export const partVersions = z.object({
  part: text,
  versions: z.array(
    z.object({
      version: text,
      integrity: text,
      publishedBy: text,
      publishedAt: moment,
      host: text,
      source: text.nullable(),
      files: z.int(),
      bytes: z.int(),
      live: z.array(text),
      candidate: z.array(text).describe('Environments where it is being rolled out.'),
    }),
  ),
})

export const upload = z.object({
  version: text,
  complete: z.boolean().describe('This release is published already, with the same bytes.'),
  missing: z.array(text).describe('Files that have not arrived yet.'),
})
export const completed = z.object({ part: text, version: text, changed: z.boolean() })
export const nothing = z.null()

const environmentRow = z.object({
  environment: text,
  revision: z.int(),
  createdAt: moment,
  composition: text.nullable(),
  parts: z.int(),
})
export const environment = environmentRow
export const environments = z.object({ environments: z.array(environmentRow) })
const rolloutRow = rolloutState.extend({
  salt: text,
  revision: z.int(),
  history: z.array(z.object({ version: text, at: moment, by: text })),
  changedAt: moment,
  waitsFor: text.nullable().describe('The evidence that the next step of its strategy lacks, in words.'),
})
const edges = z
  .object({
    current: z.int().describe('How many serve what is live here now.'),
    behind: z.array(
      z
        .object({ id: text, since: moment.nullable(), reason: text, heardAt: moment })
        .describe('Serves something older.'),
    ),
  })
  .describe('Edges that have reported within the last minute.')
export const environmentShown = z.object({
  environment: text,
  revision: z.int(),
  composition: text.nullable(),
  stops: z.array(stop),
  parts: z.record(z.string(), rolloutRow),
  edges,
})

const lived = { partial: z.boolean().describe('Only ever for visitors of rollouts.'), firstAt: moment, lastAt: moment }
export const compositions = z.object({
  compositions: z.array(z.object({ id: text, versions, ...lived, live: z.boolean() })),
  next: text
    .nullable()
    .optional()
    .describe('Ask for compositions before this to get earlier ones; null where there are none.'),
})
export const composition = z.object({
  id: text,
  versions,
  environments: z.array(z.object({ environment: text, ...lived })),
})

export const event = z.object({
  id: z.int(),
  at: moment,
  action: text,
  refused: z.boolean(),
  actor: text.nullable().describe('Name of the token; null where none was accepted.'),
  environment: text.nullable(),
  part: text.nullable(),
  version: text.nullable(),
  from: z.record(z.string(), z.unknown()).nullable(),
  to: z.record(z.string(), z.unknown()).nullable(),
  composition: text.nullable(),
  reason: text.nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export const events = z.object({
  events: z.array(event),
  next: z.int().nullable().describe('Ask for events before this one to get older ones; null where there are none.'),
})

const tokenFields = {
  name: text,
  role: z.enum(roles),
  part: text.nullable(),
  environment: text.nullable(),
  createdAt: moment,
  expiresAt: moment.nullable(),
}
export const tokens = z.object({ tokens: z.array(z.object({ ...tokenFields, valid: z.boolean() })) })
export const newToken = z.object({ ...tokenFields, token: text.describe('Shown this once and kept nowhere.') })
export const revoked = z.object({ name: text, revoked: z.int().describe('How many tokens of that name ended.') })
