import * as z from 'zod/mini'
import { post, read } from '../call'
import * as names from './names'

const text = z.string()
const HOUR = 3600
/** How many releases, and how many uploads, one call deletes at most. */
export const MOST_AT_ONCE = 1000

const release = {
  part: text,
  version: text,
  lastUse: names.moment.check(
    z.describe('When a document named it last, or when it was published; of a link to it, when that ends.'),
  ),
  files: z.int(),
  bytes: z.int().check(z.describe('As they are stored, with their compressed copies.')),
}

export const unused = z.object({
  days: z.int(),
  uploadSeconds: z.int(),
  releases: z.array(z.object(release)).check(z.describe('What may be deleted, the oldest use first.')),
  uploads: z
    .array(
      z.object({
        part: text,
        version: text,
        by: text,
        lastAt: names.moment.check(z.describe('When it was begun or resumed, or its last file arrived.')),
        files: z.int().check(z.describe('How many arrived.')),
        ofFiles: z.int(),
        bytes: z.int(),
      }),
    )
    .check(z.describe('Uploads that were begun and never completed, and of which nothing has arrived for so long.')),
  kept: z
    .array(
      z.object({
        ...release,
        why: z.array(
          z.object({ reason: z.enum(['live', 'rollout', 'fallback', 'link', 'named', 'new']), message: text }),
        ),
        keptUntil: z.nullable(names.moment).check(z.describe('When it may be deleted; null while it is in use.')),
      }),
    )
    .check(z.describe('Every other release, and why it is kept.')),
})
export type Unused = z.output<typeof unused>

const days = names.count(1, 3650)
/** At least an hour, so that an upload over a slow line is not taken for an abandoned one. */
const uploadSeconds = z
  ._default(names.count(HOUR, 3650 * 24 * HOUR), 24 * HOUR)
  .check(z.describe('For how long nothing of an abandoned upload has arrived.'))
const named = z.array(z.object({ part: names.part, version: names.version })).check(z.maxLength(MOST_AT_ONCE))

export const cleanUpCalls = {
  listUnused: read(
    '/releases/unused',
    'Releases that no document has named for so many days, abandoned uploads, and why the others are kept',
    unused,
    z.object({ days: z._default(days, 30), uploadSeconds }),
  ),
  cleanUp: post('/releases/clean-up', 'clean-up', 'Delete the files of unused releases and abandoned uploads', {
    body: z.object({
      days,
      releases: named,
      uploadSeconds,
      uploads: z._default(named, []),
      reason: z.optional(names.reason),
    }),
    response: z.object({ deleted: z.int().check(z.describe('Releases.')), deletedUploads: z.int() }),
  }),
}
