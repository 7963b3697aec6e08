import * as z from 'zod/mini'
import { call, read } from '../call'
import { edgeState, opened, reportedFault } from '../diagnostics'
import { counted, metrics } from '../evidence'
import * as names from './names'

const text = z.string()
const counts = { loads: z.int(), failures: z.int() }
export const sample = z.object(counts)
export const verdict = z
  .nullable(
    z.object({
      since: z.nullable(names.moment),
      candidate: sample,
      stable: sample,
      p: z.number().check(z.describe('How probable so many failures are if the candidate is no worse (Fisher).')),
      networks: z.int().check(z.describe('That met failures of the candidate, as far as edges reported.')),
      verdict: z.enum(['too few', 'worse', 'no worse']),
    }),
  )
  .check(z.describe('Null where there is no candidate.'))

/** How the live versions of a part fare. */
const evidence = z.object({
  environment: text,
  part: text,
  since: names.moment,
  versions: z.array(
    z.object({
      version: text,
      candidate: z.boolean(),
      ...counts,
      counts: z.partialRecord(z.enum(metrics), z.int()),
      minutes: z.array(z.object({ minute: names.moment, ...counts })),
    }),
  ),
  verdict,
})
export type Evidence = z.output<typeof evidence>

/** What is known of a composition, or of a report that a visitor names. */
const known = z.object({
  id: text,
  composition: z.nullable(text),
  versions: names.versions,
  environments: names.livedIn,
  report: z.nullable(
    z.object({
      at: names.moment,
      environment: text,
      kind: text,
      message: text,
      part: z.optional(text),
      version: z.optional(text),
      stage: z.optional(text),
      choices: z
        .record(text, z.object({ version: text, rule: z.enum(['only', 'bucket']), bucket: z.optional(z.number()) }))
        .check(z.describe('Why the visitor was to have each version.')),
      preview: z.boolean().check(z.describe('The visitor had a link to a preview, which overrides all of that.')),
      previewOf: z.optional(text).check(z.describe('What that preview was of.')),
    }),
  ),
  notUsed: z
    .array(z.object({ environment: text, part: text, wanted: text, reason: text }))
    .check(z.describe('Versions that an edge could not use, such as for a wrong digest.')),
  digests: z
    .array(z.object({ environment: text, part: text, version: text, right: z.boolean() }))
    .check(z.describe('Versions whose files an edge has compared with the digests that the registry names.')),
  outcomes: z.array(z.object({ environment: text, part: text, version: text, metric: text, count: z.int() })),
})
export type Known = z.output<typeof known>

const ofEnvironment = '/releases/environments/{environment}'

export const evidenceCalls = {
  showEvidence: read(
    `${ofEnvironment}/parts/{part}/evidence`,
    'How the live versions of a part fare',
    evidence,
    z.object({ hours: z._default(z.coerce.number().check(z.gte(1), z.lte(720)), 24) }),
  ),
  addEvidence: call({
    method: 'POST',
    path: `${ofEnvironment}/evidence`,
    summary: 'What an edge has counted; from edges only',
    action: 'report',
    body: z.object({ counts: z.array(counted).check(z.maxLength(500)) }),
    response: z.object({ taken: z.int() }),
  }),
  addDiagnostics: call({
    method: 'POST',
    path: `${ofEnvironment}/diagnostics`,
    summary: 'What an edge opened, was sent and serves; from edges only',
    action: 'report',
    body: names.optionalBody(
      z.object({
        opened: z.optional(z.array(opened)),
        reports: z.optional(z.array(reportedFault)),
        edge: z.optional(edgeState),
      }),
    ),
    response: z.object({}),
  }),
  why: read('/releases/why/{id}', 'What is known of a composition, or of a report that a visitor names', known),
}
