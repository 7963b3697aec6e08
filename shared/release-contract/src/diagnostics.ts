import * as z from 'zod/mini'
import { compositionIdPattern } from './composition-id'
import { version } from './release'
import { partName } from './section'

const text = (most: number) => z.string().check(z.maxLength(most))

const composition = z.string().check(z.regex(compositionIdPattern))
/** The reason for releases that an edge still fetches or tries: it is not up to date yet. */
export const NOT_READY = 'it is not ready yet'

/** By part, the versions of the document that are not used, and why, such as a wrong digest. */
const unusedParts = z.record(partName, z.object({ wanted: version, reason: text(300) }))

/** A composition that an edge serves to visitors. */
export const opened = z.object({
  id: composition,
  versions: z.record(partName, version),
  /** A killed part is among them. */
  parts: unusedParts,
})
export type Opened = z.infer<typeof opened>

/** The only version, or the visitor's bucket (0 ≤ bucket < 100), which edges report as a whole number. */
const choice = z.object({
  version,
  rule: z.enum(['only', 'bucket']),
  bucket: z.optional(z.number().check(z.gte(0), z.lte(100))),
})

/**
 * A fault that a visitor may name: the browser's report, and what the edge knows about it. About the visitor, it only has
 * a bucket for each part that is rolled out: whole numbers below 100 from a random cookie.
 */
export const reportedFault = z.object({
  id: z.string().check(z.regex(/^[a-z0-9]{4,10}$/)),
  kind: text(40),
  message: text(300),
  part: z.optional(text(60)),
  version: z.optional(text(60)),
  stage: z.optional(text(60)),
  /** Where it was thrown, by the source map: `src/tides/tides.tsx:12 Tides`. */
  place: z.optional(text(200)),
  composition: z.optional(text(40)),
  choices: z.record(partName, choice).check(z.describe('Why the visitor was to have each version.')),
  preview: z.boolean().check(z.describe('The visitor had a link to a preview, which overrides all of that.')),
  previewOf: z.optional(text(200)).check(z.describe('What that preview was of, where the edge could ask.')),
})
export type ReportedFault = z.infer<typeof reportedFault>

/** The state of an edge, under a random number that it chooses at its start. Documents are named by their ETags. */
export const edgeState = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Its machine and port, for people. */
  name: z.optional(text(100)),
  /** The discovery document that its visitors get, and since when. */
  served: z.optional(text(100)),
  since: z.optional(z.iso.datetime()),
  /** The newest document that it has seen, and why that one is not used. */
  latest: z.optional(text(100)),
  reason: z.optional(text(300)),
  /** The environment's, when the served document was read last. */
  revision: z.optional(z.int()),
  /** The composition of most of its visitors, and releases of the document that cannot be used there. */
  composition: z.optional(composition),
  unusable: z.optional(unusedParts),
  /** Set in its last report, when it is being stopped. */
  ended: z.optional(z.boolean()),
})
export type EdgeState = z.infer<typeof edgeState>
