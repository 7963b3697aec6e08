import { integrityOf } from '@marram/files/digest'
import { type RegistryAccess, registryClient } from '@marram/release-contract/registry-client'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import {
  bytesOfApproval,
  bytesOfRelease,
  bytesOfTrust,
  OTHER_PARTS,
  type SignatureBy,
  type SignedTrust,
  type Trust,
} from '@marram/release-contract/trust'
import { demandNext, demandSigned, isSigned, readTrust, Untrusted } from '@marram/release-contract/trust/verify'
import type { SigningKey } from './signing-keys'
import { UsageError } from './usage-error'

const DAY_MS = 86_400_000
/** A year is what TUF's users give their roots: who holds them meets often enough. */
const VALID_DAYS = 365

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** The first trust.json of a site: one key may do everything, and nothing needs an approval. */
export function firstTrust({ key }: Pick<SigningKey, 'key'>, owner: string): Trust {
  return {
    format: 'marram-trust-1',
    version: 1,
    expires: inDays(VALID_DAYS),
    keys: { [key]: owner },
    roots: { keys: [key], threshold: 1 },
    parts: { [OTHER_PARTS]: [key] },
    managers: [key],
    approvals: {},
    withdrawn: [],
  }
}

/** The next version of what `change` makes of the current one, signed by those of our keys that are roots before or after. */
export function nextTrust(current: Trust, change: (current: Trust) => Trust, keys: readonly SigningKey[]): SignedTrust {
  const expires = [current.expires, inDays(VALID_DAYS)].sort((a, b) => Date.parse(b) - Date.parse(a))[0] as string
  const trust = { ...change({ ...current, expires }), version: current.version + 1 }
  try {
    return signTrust(readTrust({ trust, signatures: [] }), current, keys)
  } catch (error) {
    throw error instanceof Untrusted ? new UsageError(error.message) : error
  }
}

/** With the signatures of our root keys added. */
export function signTrust(
  { trust, signatures }: SignedTrust,
  current: Trust | undefined,
  keys: readonly SigningKey[],
): SignedTrust {
  const roots = [...trust.roots.keys, ...(current?.roots.keys ?? [])]
  const added = keys.filter(({ key }) => roots.includes(key)).map(({ sign }) => sign(bytesOfTrust(trust)))
  const others = signatures.filter(({ key }) => !added.some((each) => each.key === key))
  return { trust, signatures: [...others, ...added] }
}

/** What keeps the registry and the edges from taking it; undefined if nothing does. */
export function whyIncomplete(current: Trust | undefined, next: SignedTrust): string | undefined {
  try {
    if (current) demandNext(current, next)
    else demandSigned(next)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

type Release = { part: string; version: string }

/** `release.json` of a published release: its exact bytes and their digest. Throws if it cannot be read, or is of another. */
export async function describedRelease({ url, token }: RegistryAccess, part: string, version: string) {
  const address = new URL(releaseFileUrl(part, version, RELEASE_FILE), url)
  const response = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  if (!response.ok) throw new UsageError(`${address} cannot be read: status ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!isOf({ part, version }, bytes))
    throw new UsageError(`${address} is not the release.json of ${part} ${version}: do not sign it.`)
  return { bytes, digest: integrityOf(bytes) }
}

function isOf({ part, version }: Release, bytes: Uint8Array): boolean {
  try {
    const described = JSON.parse(Buffer.from(bytes).toString())
    return described.name === part && described.version === version
  } catch {
    return false
  }
}

export const approvalBy = (
  { sign }: SigningKey,
  about: { part: string; version: string; digest: string; environment: string },
): SignatureBy => sign(bytesOfApproval(about))

/**
 * Signs releases that are published already: all of them, or those that `earlier` signed, with its approvals too, so that
 * the earlier key can be revoked and every release can still come back. Returns which were signed. Throws at what only the
 * registry says that `earlier` signed.
 */
export async function signPublished(access: RegistryAccess, key: SigningKey, earlier?: string): Promise<Release[]> {
  const registry = registryClient(access)
  const signed: Release[] = []
  for (const { part } of (await registry.listParts()).parts)
    for (const { version } of (await registry.listVersions({ part })).versions) {
      const found = await registry.showSignatures({ part, version })
      const signatures = found.signatures.filter((each) => each.key === earlier)
      const approvals = found.approvals.filter((each) => each.key === earlier)
      if (earlier !== undefined && signatures.length === 0 && approvals.length === 0) continue
      const { bytes, digest } = await describedRelease(access, part, version)
      const about = { part, version, digest }
      const isValid =
        signatures.every((each) => isSigned(bytesOfRelease(bytes), each)) &&
        approvals.every((each) => isSigned(bytesOfApproval({ ...about, environment: each.environment }), each))
      if (!isValid)
        throw new UsageError(
          `What the registry has of ${part} ${version} as signed by ${earlier} was not signed by it: somebody changed it there. Nothing of it is signed again.`,
        )
      if (earlier === undefined || signatures.length > 0)
        await registry.signRelease({ part, version, ...key.sign(bytesOfRelease(bytes)) })
      for (const { environment } of approvals)
        await registry.approve({ part, version, environment, ...approvalBy(key, { ...about, environment }) })
      signed.push({ part, version })
    }
  return signed
}
