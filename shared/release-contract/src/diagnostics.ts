import * as z from 'zod/mini'
import { compositionIdPattern } from './composition-id'
import { version } from './release'
import { partName } from './section'

const text = (most: number) => z.string().check(z.maxLength(most))

const composition = z.string().check(z.regex(compositionIdPattern))
/** Of what an edge still fetches or tries: it does not follow yet. */
export const NOT_READY = 'it is not ready yet'

/** By part, what the document wanted where that is not used, and why not: a wrong digest, say. */
const unusedParts = z.record(partName, z.object({ wanted: version, reason: text(300) }))

/** A composition that an edge gives to visitors. */
export const opened = z.object({
  id: composition,
  versions: z.record(partName, version),
  /** A killed part is among them. */
  parts: unusedParts,
})
export type Opened = z.infer<typeof opened>

/** The only version, or the bucket that the visitor is in (0 ≤ bucket < 100): edges say its whole number. */
const choice = z.object({
  version,
  rule: z.enum(['only', 'bucket']),
  bucket: z.optional(z.number().check(z.gte(0), z.lte(100))),
})

/**
 * A fault that a visitor may name: what the browser reported, and what the edge knows of it. Of the visitor it has the
 * buckets alone, one for each part that is rolled out: whole numbers below 100 that come from a cookie drawn by lot.
 */
export const reportedFault = z.object({
  id: z.string().check(z.regex(/^[a-z0-9]{4,10}$/)),
  kind: text(40),
  message: text(300),
  part: z.optional(text(60)),
  version: z.optional(text(60)),
  stage: z.optional(text(60)),
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
  /** The newest that it has seen, and why that one is not used. */
  latest: z.optional(text(100)),
  reason: z.optional(text(300)),
  /** The environment's, when the served document was read last. */
  revision: z.optional(z.int()),
  /** What most of its visitors get, and what of the document cannot be used there. */
  composition: z.optional(composition),
  unusable: z.optional(unusedParts),
  /** Its last report: it is being stopped. */
  ended: z.optional(z.boolean()),
})
export type EdgeState = z.infer<typeof edgeState>
