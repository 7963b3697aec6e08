import * as z from 'zod/mini'
import { post } from '../call'
import * as names from './names'

/** The environment in which rollbacks are rehearsed. No visitor gets it. */
export const REHEARSAL = 'rehearsal'

const text = z.string().check(z.maxLength(1000))
const count = z.int().check(z.gte(0))
const milliseconds = z.number().check(z.gte(0))

const pages = z.object({
  pages: count,
  failed: count.check(
    z.describe('Without a response in time, with an error, or without content since it could not be rendered.'),
  ),
  late: count.check(z.describe('Without content, which the browser renders: the server took too long.')),
  missing: count.check(z.describe('Not found.')),
  mixed: count.check(z.describe('With files of another version than the page names.')),
  medianMs: z.nullable(milliseconds),
  worstMs: z.nullable(milliseconds),
})
export type PagesSeen = z.output<typeof pages>

const step = z.object({
  part: names.part,
  way: z.enum(['back', 'forward']),
  version: names.version.check(z.describe('That all visitors get by it.')),
  replaced: names.version.check(z.describe('That they had.')),
  answeredMs: z.nullable(milliseconds).check(z.describe('From the start of the command; null where it was refused.')),
  firstMs: z.nullable(milliseconds).check(z.describe('From then to the first page of the new version.')),
  lastMs: z.nullable(milliseconds).check(z.describe('From then to the last page of the old version.')),
  ...pages.shape,
})
export type RehearsalStep = z.output<typeof step>

/** Newest versions of an environment were taken away and brought back while pages were asked for. */
const rehearsal = z.object({
  of: names.environment.check(z.describe('The environment whose composition it was.')),
  seconds: z.number().check(z.gte(0)),
  perSecond: z.number().check(z.gte(0)).check(z.describe('Pages asked for.')),
  busiest: z
    .nullable(z.number())
    .check(z.describe('Pages in the busiest minute of the last day; null where nothing is known of that day.')),
  before: z.extend(pages, {}).check(z.describe('Before anything was changed.')),
  steps: z.array(step).check(z.maxLength(200)),
  problems: z.array(text).check(z.maxLength(200), z.describe('What went wrong; with none it has succeeded.')),
})
export type Rehearsal = z.output<typeof rehearsal>

export const rehearsed = z.object({
  last: z.nullable(z.extend(rehearsal, { at: names.moment, by: z.nullable(z.string()) })),
  overdue: z.boolean().check(z.describe('None has succeeded for as many days as REHEARSE_DAYS says.')),
})
export type Rehearsed = z.output<typeof rehearsed>

export const rehearsalCalls = {
  addRehearsal: post(`${names.ofEnvironment}/rehearsals`, 'rehearse', 'Record how a rehearsed rollback went', {
    body: rehearsal,
    response: rehearsal,
  }),
}
