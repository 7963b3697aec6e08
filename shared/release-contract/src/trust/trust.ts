import * as z from 'zod/mini'
import { environment, moment, version } from '../calls/names'
import { digest } from '../release'
import { partName } from '../section'

/** Starts of the keys of small order, whichever sign: of such a key anybody can make a signature of anything. */
const SMALL_ORDER = [
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '7P_______________________________________',
  '7f_______________________________________',
  '7v_______________________________________',
  'JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_',
  'xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA',
]

/** An Ed25519 key: its 32 bytes as base64url, so that it is its own id and has one spelling. */
export const publicKey = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, 'a public key has 43 characters, as `key create` prints it'),
  z.refine((key) => !SMALL_ORDER.includes(key.slice(0, 41)), 'anybody can sign for this key'),
)
export const signature = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{85}[AQgw]$/, 'a signature has 86 characters of base64url'))

export const signatureBy = z.object({ key: publicKey, signature })
export type SignatureBy = z.output<typeof signatureBy>

/** In `parts`: for every part without keys of its own. */
export const OTHER_PARTS = '*'
const MOST = 200
const keys = z.array(publicKey).check(
  z.maxLength(MOST),
  z.refine((all) => new Set(all).size === all.length, 'no key twice'),
)
const some = keys.check(z.minLength(1))
const people = z.int().check(z.gte(0), z.lte(20))
const owner = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,79}$/u, 'the name of a person or pipeline'))

/** Owners that look alike are one: nobody counts twice by spelling. */
export const sameOwner = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Who may sign what. Strict: what is signed has no field that nobody reads. */
export const trust = z
  .strictObject({
    format: z.literal('marram-trust-1'),
    /** Grows with each change, and never goes back. */
    version: z.int().check(z.gte(1)),
    /** From then on edges take nothing new. */
    expires: moment,
    /** The owner of each key. Two keys of one owner count once. */
    keys: z.record(publicKey, owner),
    /** Who signs this document, and how many of them it needs. */
    roots: z.strictObject({ keys: some, threshold: z.int().check(z.gte(1), z.lte(20)) }),
    /** Whose signature makes a release one of the part's team. */
    parts: z.record(z.union([partName, z.literal(OTHER_PARTS)]), some),
    /** Who approves releases. */
    managers: keys,
    /** How many managers have to approve what goes live in an environment; none where it is not named. */
    approvals: z.record(environment, people),
    /** Digests of `release.json` of releases that no edge runs any more. */
    withdrawn: z.array(digest).check(z.maxLength(10_000)),
  })
  .check((context) => {
    const { keys: owners, roots, parts, managers, approvals } = context.value
    const refuse = (message: string) => context.issues.push({ code: 'custom', message, input: context.value })
    const unknown = [...roots.keys, ...Object.values(parts).flat(), ...managers].find((key) => !(key in owners))
    if (unknown) refuse(`keys: it names no owner of ${unknown}`)
    const ownersOf = (all: string[]) => new Set(all.map((key) => sameOwner(owners[key] ?? ''))).size
    if (roots.threshold > ownersOf(roots.keys))
      refuse(`roots: ${roots.threshold} have to sign, and the keys are of ${ownersOf(roots.keys)}`)
    for (const [name, wanted] of Object.entries(approvals))
      if (wanted > ownersOf(managers))
        refuse(`approvals: ${name} needs ${wanted}, and the managers' keys are of ${ownersOf(managers)}`)
  })
export type Trust = z.output<typeof trust>

/** `trust.json`. */
export const signedTrust = z.strictObject({ trust, signatures: z.array(signatureBy).check(z.maxLength(50)) })
export type SignedTrust = z.output<typeof signedTrust>

/** What somebody approves who approves a release. */
export const approved = z.object({ part: partName, version, digest, environment })
export type Approved = z.output<typeof approved>

/** Keys whose signature makes a release one of the part's team. */
export const keysOf = ({ parts }: Trust, part: string): string[] =>
  (Object.hasOwn(parts, part) ? parts[part] : parts[OTHER_PARTS]) ?? []

const encoder = new TextEncoder()
/** The first line keeps a signature of one kind from being valid as one of another kind. */
const lined = (kind: 'release' | 'approval' | 'trust', text = '') => encoder.encode(`marram ${kind} 1\n${text}`)

/** The bytes that a team signs: those of `release.json`, exactly as they are. */
export function bytesOfRelease(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = lined('release')
  const all = new Uint8Array(first.length + bytes.length)
  all.set(first)
  all.set(bytes, first.length)
  return all
}

/** The bytes that a manager signs. */
export const bytesOfApproval = ({ part, version, digest, environment }: Approved) =>
  lined('approval', canonical({ part, version, digest, environment }))

/** The bytes that holders of root keys sign. */
export const bytesOfTrust = (signed: Trust) => lined('trust', canonical(signed))

/** JSON with sorted names and no spaces: the same bytes for the same content, however its file is written. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}

/** A key, short enough to be read. */
export const shortKey = (key: string) => `${key.slice(0, 8)}…`
