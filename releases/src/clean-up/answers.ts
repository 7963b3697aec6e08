import { z } from 'zod'

const text = z.string()
const moment = z.iso.datetime({ offset: true })

/** What keeps a release from being deleted. */
export const reasons = ['live', 'rollout', 'fallback', 'link', 'named', 'new'] as const

const release = {
  part: text,
  version: text,
  lastUse: moment.describe('When a document named it last, or when it was published; of a link to it, when that ends.'),
  files: z.int(),
  bytes: z.int().describe('As they are stored, with their compressed copies.'),
}

export const unused = z.object({
  days: z.int(),
  uploadSeconds: z.int(),
  releases: z.array(z.object(release)).describe('What may be deleted, the oldest use first.'),
  uploads: z
    .array(
      z.object({
        part: text,
        version: text,
        by: text,
        lastAt: moment.describe('When it was begun or resumed, or its last file arrived.'),
        files: z.int().describe('How many arrived.'),
        ofFiles: z.int(),
        bytes: z.int(),
      }),
    )
    .describe('Uploads that were begun, never completed, and have stood still for so long.'),
  kept: z
    .array(
      z.object({
        ...release,
        why: z.array(z.object({ reason: z.enum(reasons), message: text })),
        keptUntil: moment
          .nullable()
          .describe('When it may be deleted if nothing names it again; null while it is in use.'),
      }),
    )
    .describe('Every other release, and why it is kept.'),
})

export const cleanedUp = z.object({
  deleted: z.int().describe('Releases.'),
  deletedUploads: z.int(),
})
