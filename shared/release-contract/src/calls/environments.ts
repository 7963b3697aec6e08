import * as z from 'zod/mini'
import { call, post, read } from '../call'
import { sample, verdict } from './evidence'
import * as names from './names'
import { rolloutState } from './rollouts'
import { problem } from './schedule'
import { stop } from './stops'

const text = z.string()

const environment = z.object({
  environment: text,
  revision: z.int(),
  createdAt: names.moment,
  composition: z.nullable(text),
  parts: z.int(),
})
const environments = z.object({ environments: z.array(environment) })
export type Environments = z.output<typeof environments>

const rollout = z.extend(rolloutState, {
  salt: text,
  revision: z.int(),
  history: z.array(z.object({ version: text, at: names.moment, by: text })),
  changedAt: names.moment,
  waitsFor: z.nullable(text).check(z.describe('The evidence that the next step of its strategy lacks, in words.')),
})
const edge = z.object({
  id: text,
  name: text,
  state: z
    .enum(['current', 'behind', 'silent'])
    .check(z.describe('Whether it serves what is live here now, something older, or does not report any more.')),
  revision: z.nullable(z.int()).check(z.describe('Of the environment, as it is served; null where that is not known.')),
  composition: z.nullable(text).check(z.describe('What most of its visitors get.')),
  unusable: z
    .record(text, z.object({ wanted: text, reason: text }))
    .check(z.describe('By part, what it cannot use, or not yet.')),
  since: z.nullable(names.moment).check(z.describe('Since when it has known something newer.')),
  reason: z
    .nullable(text)
    .check(z.describe('Why it does not serve what is live; null also where it only waits for a part in `unusable`.')),
  age: z.int().check(z.describe('Seconds since its last report.')),
})
const edges = z.array(edge).check(z.describe('Forgotten an hour after their last report.'))
const environmentShown = z.object({
  environment: text,
  revision: z.int(),
  composition: z.nullable(text),
  stops: z.array(stop),
  parts: z.record(text, rollout),
  edges,
  scheduled: z
    .optional(z.array(z.object({ id: text, part: z.nullable(text), what: text, at: names.moment, by: text, problem })))
    .check(z.describe('What is to be made later, the next one first.')),
})
export type EnvironmentShown = z.output<typeof environmentShown>

const compositions = z.object({
  compositions: z.array(z.object({ id: text, versions: names.versions, ...names.lived, live: z.boolean() })),
  next: z.optional(z.nullable(text)).check(z.describe('`before` of the next page; null where there is none.')),
})
export type Compositions = z.output<typeof compositions>
const composition = z.object({ id: text, versions: names.versions, environments: names.livedIn })
export type Composition = z.output<typeof composition>

/** Loads and failures of a part in the last hour. */
const health = z.object({ stable: sample, candidate: z.nullable(sample), verdict })
export const board = z.object({
  since: names.moment.check(
    z.describe('Loads and failures are counted from then on, those of a candidate in its canary alone.'),
  ),
  parts: z.array(z.object({ part: text, kind: text, title: text, latest: text })),
  environments: z.array(z.extend(environmentShown, { health: z.record(text, health) })),
})
export type Board = z.output<typeof board>

/** Where a page of compositions ended: its moment, whether it was partial, and its id. */
export const cursorPattern = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([01])_([0-9a-f]{12,32})$/
const isCursor = (given: string) =>
  cursorPattern.test(given) && !Number.isNaN(new Date(given.split('_')[0] ?? '').getTime())

const path = '/releases/environments'

export const environmentCalls = {
  listEnvironments: read(path, 'All environments', environments),
  createEnvironment: post(path, 'environment', 'Create an environment', {
    body: z.object({ name: names.environment, reason: z.optional(names.reason) }),
    response: environment,
    status: [201],
  }),
  showEnvironment: read(names.ofEnvironment, 'What an environment serves and served', environmentShown),
  showBoard: read('/releases/board', 'What every environment serves, and how it fares', board),
  listCompositions: read(
    `${names.ofEnvironment}/compositions`,
    'What was live together, latest first',
    compositions,
    z.object({
      limit: z._default(names.count(1, 500), 50),
      before: z
        .optional(z.union([names.moment, text.check(z.refine(isCursor, 'not where a page of compositions ends'))]))
        .check(z.describe('`next` of the page before; or a moment, for what was live last before it.')),
    }),
  ),
  showComposition: read(
    '/releases/compositions/{composition}',
    'The versions behind the id that pages and reports name',
    composition,
  ),
  /** In the Frontend Discovery schema, v1-pre; what is in `extras` is ours. */
  discover: call({
    method: 'GET',
    path: `${names.ofEnvironment}/discovery.json`,
    summary: 'The discovery document: what edges compose pages from',
    response: z.looseObject({ schema: text, microFrontends: z.record(text, z.array(z.looseObject({}))) }),
  }),
}
