import * as z from 'zod/mini'
import { roles } from '../permissions'
import { partName } from '../section'
import { versionPattern } from '../version'

/** Names as they stand in the addresses and bodies of calls. */
export const part = z.string().check(z.refine((name) => partName.safeParse(name).success, 'not the name of a part'))
export const version = z.string().check(z.maxLength(100), z.regex(versionPattern, 'a version is written like 1.4.0'))
export const environment = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/, 'not the name of an environment'))
export const group = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'a group is of letters, digits and dashes'))
export const composition = z.string().check(z.regex(/^[0-9a-f]{4,32}$/, 'not the id of a composition'))
const tokenNames = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,79}$/u
export const tokenName = z
  .string()
  .check(z.regex(tokenNames, 'a name begins with a letter or digit and has at most 80 characters'))
/** Origin of a developer's machine. */
export const source = z.url({ protocol: /^https?$/ }).check(
  z.maxLength(200),
  z.refine(
    (url) => URL.canParse(url) && new URL(url).origin === url,
    'an origin such as http://127.0.0.1:4001, nothing behind it',
  ),
)
/** A moment with its time zone, such as 2026-05-01T12:00:00Z. */
export const moment = z.iso.datetime({ offset: true, error: 'a moment is written like 2026-05-01T12:00:00Z' })
export const reason = z.string().check(z.maxLength(500))
export const revision = z.number().check(z.int(), z.gte(0))
export const role = z.enum(roles)

/** What `{name}` in the path of a call may be; `{*}` is the rest of the path. */
export const pathNames = {
  environment,
  part,
  version,
  composition,
  name: tokenName,
  preview: z.string().check(z.maxLength(600)),
  link: z.string().check(z.regex(/^[0-9a-f]{8}$/, 'not the id of a link to a preview')),
  change: z.string().check(z.regex(/^[0-9a-f]{8}$/, 'not the id of a scheduled change')),
  recipient: z.string().check(z.regex(/^[0-9a-f]{8}$/, 'not the id of a recipient')),
  picture: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'not the digest of a picture')),
  id: z.string().check(z.regex(/^#?[0-9a-z]{4,32}$/, 'not the id of a composition or report')),
  '*': z.string(),
} as const

/** Beginnings of the paths of calls. */
export const ofEnvironment = '/releases/environments/{environment}'
export const ofPart = `${ofEnvironment}/parts/{part}` as const

/** In responses to what stops something, or lets it go on. */
export const failing = z
  .optional(z.array(z.string()))
  .check(z.describe('Sentences: which changes wait and cannot be made at their time, as far as is known now.'))

/** Versions by part. */
export const versions = z.record(z.string(), z.string())

export const lived = {
  partial: z.boolean().check(z.describe('Only ever for visitors of rollouts.')),
  firstAt: moment,
  lastAt: moment,
}
export const livedIn = z.array(z.object({ environment: z.string(), ...lived }))

/** A number as queries carry it. */
export const count = (from: number, to: number) => z.coerce.number().check(z.int(), z.gte(from), z.lte(to))
