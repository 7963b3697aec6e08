import { partName } from '@marram/release-contract/section'
import { versionPattern } from '@marram/release-contract/version'
import { z } from 'zod'

/** Names as they stand in the registry's URLs and bodies. */
export const part = z.string().refine((name) => partName.safeParse(name).success, 'not the name of a part')
export const version = z.string().max(100).regex(versionPattern, 'a version is written like 1.4.0')
export const environment = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'not the name of an environment')
export const group = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'a group is a word of small letters, digits and dashes')
export const composition = z.string().regex(/^[0-9a-f]{4,12}$/, 'not the id of a composition')
export const tokenName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,79}$/u,
    'a name begins with a letter or digit and has at most 80 characters',
  )
/** A moment with its time zone, such as 2026-05-01T12:00:00Z. */
export const moment = z.iso.datetime({ offset: true, error: 'a moment is written like 2026-05-01T12:00:00Z' })
export const reason = z.string().max(500)
export const revision = z.number().int().min(0)
