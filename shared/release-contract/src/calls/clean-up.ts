import * as z from 'zod/mini'
import { call } from '../call'
import * as names from './names'

const text = z.string()
const HOUR = 3600
/** No more of each are deleted by one call. */
export const MOST_AT_ONCE = 1000

/** What keeps a release from being deleted. */
export const keepReasons = ['live', 'rollout', 'fallback', 'link', 'named', 'new'] as const

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
    .check(z.describe('Uploads that were begun, never completed, and have stood still for so long.')),
  kept: z
    .array(
      z.object({
        ...release,
        why: z.array(z.object({ reason: z.enum(keepReasons), message: text })),
        keptUntil: z
          .nullable(names.moment)
          .check(z.describe('When it may be deleted if nothing names it again; null while it is in use.')),
      }),
    )
    .check(z.describe('Every other release, and why it is kept.')),
})
export type Unused = z.output<typeof unused>

export const cleanedUp = z.object({
  deleted: z.int().check(z.describe('Releases.')),
  deletedUploads: z.int(),
})

const days = names.count(1, 3650)
/** Never so short that an upload over a slow line is taken for an abandoned one. */
const uploadSeconds = z
  ._default(names.count(HOUR, 3650 * 24 * HOUR), 24 * HOUR)
  .check(z.describe('How long an upload that was never completed must have stood still.'))
const named = z.array(z.object({ part: names.part, version: names.version })).check(z.maxLength(MOST_AT_ONCE))

export const listUnused = call({
  method: 'GET',
  path: '/releases/unused',
  summary: 'Releases that no document has named for so many days, abandoned uploads, and why all else is kept',
  action: 'read',
  query: z.object({ days: z._default(days, 30), uploadSeconds }),
  response: unused,
})

export const cleanUp = call({
  method: 'POST',
  path: '/releases/clean-up',
  summary: 'Delete the files of unused releases and abandoned uploads',
  action: 'clean-up',
  body: z.object({
    days,
    releases: named,
    uploadSeconds,
    uploads: z._default(named, []),
    reason: z.optional(names.reason),
  }),
  response: cleanedUp,
})
