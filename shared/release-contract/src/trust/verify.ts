import { createPublicKey, verify } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type Approved,
  bytesOfApproval,
  bytesOfRelease,
  bytesOfTrust,
  keysOf,
  type SignatureBy,
  type SignedTrust,
  sameOwner,
  shortKey,
  signedTrust,
  type Trust,
} from './trust'

/** Something is not signed by whom it has to be. The message says what is wrong, and ends with a full stop. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted'
}

/** Whether the signature is one of these bytes by this key. */
export function isSigned(bytes: Uint8Array, { key, signature }: SignatureBy): boolean {
  try {
    const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, bytes, known, Buffer.from(signature, 'base64url'))
  } catch {
    // These 32 bytes are no point of the curve.
    return false
  }
}

/** The people whose keys among `allowed` signed the bytes, each once. */
function signers(
  { keys }: Trust,
  { bytes, signatures, allowed }: { bytes: Uint8Array; signatures: SignatureBy[]; allowed: string[] },
): string[] {
  const valid = signatures.filter((each) => allowed.includes(each.key) && isSigned(bytes, each))
  const owners = valid.map(({ key }) => keys[key] as string)
  return [...new Map(owners.map((owner) => [sameOwner(owner), owner])).values()]
}

/** Parses `trust.json`. Throws `Untrusted` with the first mistake. */
export function readTrust(sent: unknown): SignedTrust {
  const { success, data, error } = z.safeParse(signedTrust, sent)
  if (success) return data
  const [first] = error.issues
  const where = first?.path.join('.')
  throw new Untrusted(`trust.json cannot be used: ${where ? `${where}: ` : ''}${first && problemIn(first)}.`)
}

/** The library has words of its own only where a locale is loaded. */
function problemIn(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `it has the field ${issue.keys.join(', ')}, which nobody reads`
  if (issue.code === 'invalid_type') return `not of the kind ${issue.expected}`
  if (issue.code === 'too_small' || issue.code === 'too_big') return `${issue.code.replace('_', ' ')}`
  if (issue.code === 'invalid_key') return issue.issues[0] ? problemIn(issue.issues[0]) : issue.message
  return issue.message
}

function demandRoots({ trust, signatures }: SignedTrust, by: Trust, whose: string): void {
  const { keys: allowed, threshold } = by.roots
  const found = signers(by, { bytes: bytesOfTrust(trust), signatures, allowed })
  if (found.length < threshold)
    throw new Untrusted(
      `trust.json ${trust.version} is signed by ${found.length} of the ${threshold} root keys that ${whose} demands.`,
    )
}

/** Throws `Untrusted` unless it is signed by its own root keys. */
export function demandSigned(signed: SignedTrust): void {
  demandRoots(signed, signed.trust, 'it')
}

/**
 * The next one to trust after `current`: signed by the root keys of both, so that nobody who holds only new keys can take
 * over, and never of an earlier version. Throws `Untrusted`.
 */
export function demandNext(current: Trust, next: SignedTrust): void {
  const { version } = next.trust
  if (version <= current.version)
    throw new Untrusted(
      `trust.json ${version} comes after ${current.version}, which is trusted already: its version never goes back.`,
    )
  demandRoots(next, current, `trust.json ${current.version}`)
  demandSigned(next)
}

/** From then on, nothing new is taken. */
export const isExpired = ({ expires }: Trust, now: Date): boolean => now.getTime() >= Date.parse(expires)

/** A release as it is: `bytes` of its `release.json`, whose digest is `digest`. */
export type Signed = Omit<Approved, 'environment'> & { bytes: Uint8Array; signatures: SignatureBy[] }

const teamOf = (trust: Trust, { part, bytes, signatures }: Signed) =>
  signers(trust, { bytes: bytesOfRelease(bytes), signatures, allowed: keysOf(trust, part) })

/** Why the release is not one of its part's team; undefined if it is. */
export function whyNotSigned(trust: Trust, release: Signed): string | undefined {
  const { part, version, digest, bytes, signatures } = release
  const name = `${part} ${version}`
  if (trust.withdrawn.includes(digest)) return `${name} was withdrawn by trust.json ${trust.version}.`
  if (teamOf(trust, release).length > 0) return undefined
  if (signatures.length === 0) return `${name} is not signed.`
  const [own] = signatures.filter(({ key }) => keysOf(trust, part).includes(key))
  if (own) return `The signature of ${name} by ${shortKey(own.key)} is not of these bytes.`
  const [other] = signatures.filter((each) => isSigned(bytesOfRelease(bytes), each))
  if (!other) return `No signature of ${name} is of these bytes.`
  return `${name} is signed by ${other.key}, which is no key of ${part} in trust.json ${trust.version}.`
}

/** Who approved the release for the environment: managers who are not of those that signed it. */
export function approversOf(
  trust: Trust,
  release: Signed,
  { environment, approvals }: { environment: string; approvals: SignatureBy[] },
): string[] {
  const { part, version, digest } = release
  const bytes = bytesOfApproval({ part, version, digest, environment })
  const publishers = teamOf(trust, release).map(sameOwner)
  return signers(trust, { bytes, signatures: approvals, allowed: trust.managers }).filter(
    (manager) => !publishers.includes(sameOwner(manager)),
  )
}

/** Why the release may not go live in the environment; undefined if it may. `approvals`: of any release and environment. */
export function whyNotApproved(
  trust: Trust,
  release: Signed,
  given: { environment: string; approvals: SignatureBy[] },
): string | undefined {
  const needed = Object.hasOwn(trust.approvals, given.environment) ? (trust.approvals[given.environment] as number) : 0
  if (needed === 0) return undefined
  const found = approversOf(trust, release, given)
  if (found.length >= needed) return undefined
  const by = found.length > 0 ? ` (${found.join(', ')})` : ''
  return `${release.part} ${release.version} has ${found.length} of the ${needed} approvals that ${given.environment} needs${by}; its publisher's own does not count.`
}
