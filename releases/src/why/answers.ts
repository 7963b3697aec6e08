import { z } from 'zod'

const text = z.string()
const moment = z.iso.datetime({ offset: true })
/** What is known of a composition, or of a report that a visitor names. */
export const answer = z.object({
  id: text,
  composition: text.nullable(),
  versions: z.record(text, text),
  environments: z.array(z.object({ environment: text, partial: z.boolean(), firstAt: moment, lastAt: moment })),
  report: z
    .object({
      at: moment,
      environment: text,
      kind: text,
      message: text,
      part: text.optional(),
      version: text.optional(),
      stage: text.optional(),
      choices: z
        .record(text, z.object({ version: text, rule: z.enum(['only', 'bucket']), bucket: z.number().optional() }))
        .describe('Why the visitor was to have each version.'),
      preview: z.boolean().describe('The visitor had a link to a preview, which overrides all of that.'),
      previewOf: text.optional().describe('What that preview was of.'),
    })
    .nullable(),
  notUsed: z
    .array(z.object({ environment: text, part: text, wanted: text, reason: text }))
    .describe('Versions that an edge could not use, such as for a wrong digest.'),
  digests: z
    .array(z.object({ environment: text, part: text, version: text, right: z.boolean() }))
    .describe('Versions whose files an edge has compared with the digests that the registry names.'),
  outcomes: z.array(z.object({ environment: text, part: text, version: text, metric: text, count: z.int() })),
})
