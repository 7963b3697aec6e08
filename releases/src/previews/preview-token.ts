import * as names from '@marram/release-contract/calls/names'
import * as z from 'zod/mini'
import { readSigned, sign } from '../access/signing'
import type { ReleasesDatabase } from '../database'
import { Refusal } from '../refusal'

/** What a link shows: a composition, one part's version on top of what is live, or a part from a dev source. */
export type Preview = { environment: string; expiresAt: Date } & (
  | { composition: string }
  | { part: string; version: string }
  | {
      part: string
      source: string
      /** Id of the token with which its holder opened the link. Without one nothing of the dev source is shown. */
      openedBy?: string | undefined
    }
)

const contents = z.union([
  z.object({ e: names.environment, x: z.int(), c: names.composition }),
  z.object({ e: names.environment, x: z.int(), p: names.part, v: names.version }),
  z.object({ e: names.environment, x: z.int(), p: names.part, s: names.source, t: z.optional(z.uuid()) }),
])

/** A text that says what is shown and until when, and that only a registry can have written. */
export function signPreview(db: ReleasesDatabase, preview: Preview): Promise<string> {
  const about =
    'composition' in preview
      ? { c: preview.composition }
      : {
          p: preview.part,
          ...('version' in preview ? { v: preview.version } : { s: preview.source, t: preview.openedBy }),
        }
  return sign(db, 'previews', {
    e: preview.environment,
    x: Math.floor(preview.expiresAt.getTime() / 1000),
    ...about,
  })
}

/** Throws a refusal for what no registry has signed, and for what has expired. */
export async function readPreview(db: ReleasesDatabase, token: string, now: Date): Promise<Preview> {
  const signed = await readSigned(db, 'previews', token)
  if (signed === undefined) throw new Refusal('not-found', 'This is no link to a preview.')
  const read = contents.parse(signed)
  const expiresAt = new Date(read.x * 1000)
  if (expiresAt.getTime() <= now.getTime())
    throw new Refusal('not-found', `This preview ended at ${expiresAt.toISOString()}. Ask for a new link.`)
  const common = { environment: read.e, expiresAt }
  if ('c' in read) return { ...common, composition: read.c }
  return { ...common, part: read.p, ...('v' in read ? { version: read.v } : { source: read.s, openedBy: read.t }) }
}
