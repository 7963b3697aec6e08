import * as z from 'zod/mini'
import { call } from '../call'
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
      p: z
        .number()
        .check(
          z.describe(
            "Fisher's exact test, minute by minute: how probable so many failures are if the candidate is no worse.",
          ),
        ),
      networks: z
        .int()
        .check(z.describe('That met failures of the candidate since it has visitors, as far as edges reported.')),
      verdict: z.enum(['too few', 'worse', 'no worse']),
    }),
  )
  .check(z.describe('Null where there is no candidate.'))

/** How the live versions of a part fare. */
export const evidence = z.object({
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
export const known = z.object({
  id: text,
  composition: z.nullable(text),
  versions: names.versions,
  environments: z.array(
    z.object({ environment: text, partial: z.boolean(), firstAt: names.moment, lastAt: names.moment }),
  ),
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

export const showEvidence = call({
  method: 'GET',
  path: '/releases/environments/{environment}/parts/{part}/evidence',
  summary: 'How the live versions of a part fare',
  action: 'read',
  query: z.object({ hours: z._default(z.coerce.number().check(z.gte(1), z.lte(720)), 24) }),
  response: evidence,
})

export const addEvidence = call({
  method: 'POST',
  path: '/releases/environments/{environment}/evidence',
  summary: 'What an edge has counted; of edges alone',
  action: 'report',
  body: z.object({ counts: z.array(counted).check(z.maxLength(500)) }),
  response: z.object({ taken: z.int() }),
})

export const addDiagnostics = call({
  method: 'POST',
  path: '/releases/environments/{environment}/diagnostics',
  summary: 'What an edge opened, was sent and serves; of edges alone',
  action: 'report',
  body: names.optionalBody(
    z.object({
      opened: z.optional(z.array(opened)),
      reports: z.optional(z.array(reportedFault)),
      edge: z.optional(edgeState),
    }),
  ),
  response: z.object({}),
})

export const why = call({
  method: 'GET',
  path: '/releases/why/{id}',
  summary: 'What is known of a composition, or of a report that a visitor names',
  action: 'read',
  response: known,
})
