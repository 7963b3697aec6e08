import * as z from 'zod/mini'
import { post, read } from '../call'
import { edgeState, opened, reportedFault } from '../diagnostics'
import { counted, metrics } from '../evidence'
import * as names from './names'

const text = z.string()
const counts = { loads: z.int(), failures: z.int() }
export const sample = z.object(counts)
export type Sample = z.output<typeof sample>
/** Of a candidate and the version that it would replace, in the minutes that can be compared. */
const comparison = z.object({
  candidate: sample,
  stable: sample,
  p: z
    .number()
    .check(
      z.describe('How probable it is that a candidate that is no worse ever looks so, however often it is judged.'),
    ),
  networks: z.int().check(z.describe('That met failures of the candidate, as far as edges reported.')),
  verdict: z.enum(['too few', 'worse', 'no worse']),
})
export type Verdict = z.output<typeof comparison>
export const verdict = z
  .nullable(z.extend(comparison, { since: z.nullable(names.moment) }))
  .check(z.describe('Null where there is no candidate.'))

const evidence = z.object({
  environment: text,
  part: text,
  since: names.moment,
  versions: z.array(
    z.object({
      version: text,
      candidate: z.boolean().check(z.describe('Then it is counted from when it had its first visitors on.')),
      ...counts,
      counts: z.partialRecord(z.enum(metrics), z.int()),
      minutes: z.array(z.object({ minute: names.moment, ...counts })),
    }),
  ),
  verdict,
  poorer: z
    .array(text)
    .check(
      z.describe(
        'Web vitals that are poor more often with the candidate, as sentences: with one of them no strategy grows.',
      ),
    ),
  course: z
    .array(z.object({ minute: names.moment, p: z.number() }))
    .check(z.describe('How the `p` of the verdict came to be, oldest first; not every minute of a long rollout.')),
})
export type Evidence = z.output<typeof evidence>

const known = z.object({
  id: text,
  composition: z.nullable(text),
  versions: names.versions,
  environments: names.livedIn,
  report: z.nullable(
    z.extend(z.omit(reportedFault, { id: true, composition: true }), { at: names.moment, environment: text }),
  ),
  retired: z
    .array(
      z.object({ environment: text, part: text, at: names.moment, by: z.nullable(text), reason: z.nullable(text) }),
    )
    .check(z.describe('Its parts that were taken out since then.')),
  notUsed: z
    .array(z.object({ environment: text, part: text, wanted: text, reason: text }))
    .check(z.describe('Versions that an edge could not use, such as for a wrong digest.')),
  digests: z
    .array(z.object({ environment: text, part: text, version: text, right: z.boolean() }))
    .check(z.describe('Versions whose files an edge has compared with the digests that the registry names.')),
  outcomes: z.array(z.object({ environment: text, part: text, version: text, metric: text, count: z.int() })),
})
export type Known = z.output<typeof known>

const faults = z.object({
  environment: text,
  faults: z
    .array(
      z.object({
        part: z.nullable(text),
        kind: text,
        place: z.nullable(text).check(z.describe('Where it was thrown; null where no stack says so.')),
        message: text.check(z.describe('Of the last of them.')),
        count: z.int(),
        firstVersion: z.nullable(text).check(z.describe('The version of the part that was the first to have it.')),
        versions: z.array(text),
        firstAt: names.moment,
        lastAt: names.moment,
        lastReport: text.check(z.describe('For `why`.')),
      }),
    )
    .check(z.describe('Reports of failure panels in the last 30 days, without those of previews, newest first.')),
})
export type Faults = z.output<typeof faults>

export const evidenceCalls = {
  listFaults: read(
    `${names.ofEnvironment}/faults`,
    'What failed in browsers: one entry for each place in the code, or message, with the version that had it first',
    faults,
    z.object({ part: z.optional(names.part) }),
  ),
  showEvidence: read(
    `${names.ofPart}/evidence`,
    'How the live versions of a part fare, and what follows for the candidate',
    evidence,
    z.object({ hours: z._default(z.coerce.number().check(z.gte(1), z.lte(720)), 24) }),
  ),
  addEvidence: post(`${names.ofEnvironment}/evidence`, 'report', 'What an edge has counted; from edges only', {
    body: z.object({ counts: z.array(counted).check(z.maxLength(500)) }),
    response: z.object({ taken: z.int() }),
  }),
  addDiagnostics: post(
    `${names.ofEnvironment}/diagnostics`,
    'report',
    'What an edge opened, was sent and serves; from edges only',
    {
      body: z.object({
        opened: z.optional(z.array(opened)),
        reports: z.optional(z.array(reportedFault)),
        edge: z.optional(edgeState),
      }),
      response: z.object({}),
    },
  ),
  why: read('/releases/why/{id}', 'What is known of a composition, or of a report that a visitor names', known),
}
