import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { RegistryClient } from '@marram/release-contract/registry-client'
import type { SignedTrust } from '@marram/release-contract/trust'
import { demandNext, demandSigned, readTrust, Untrusted } from '@marram/release-contract/trust/verify'
import { UsageError } from './usage-error'

/** Beside the keys of whoever signs: what this site's trust.json said when they saw it last. */
export const keptTrustFile = (folder: string, url: string): string =>
  join(folder, `trust-${encodeURIComponent(new URL(url).origin)}.json`)

/** A stored trust.json, undefined if there is none. Throws `UsageError` for one that its root keys did not sign. */
export function readKeptTrust(file: string): SignedTrust | undefined {
  if (!existsSync(file)) return undefined
  try {
    const signed = readTrust(JSON.parse(readFileSync(file, 'utf8')))
    demandSigned(signed)
    return signed
  } catch (error) {
    throw new UsageError(`${file} cannot be used: ${(error as Error).message}`)
  }
}

/** Replaces it in one step, for its owner alone. */
export function keepTrust(file: string, signed: SignedTrust): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(signed, null, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, file)
}

/** Sends it to a registry that lost it, as by a backup of its database. Edges trust it already: nothing live depends on it. */
export async function giveBack(registry: RegistryClient, kept: SignedTrust | undefined): Promise<void> {
  const found = (await registry.showTrust()).versions.at(-1)
  if (kept && (found?.trust.version ?? 0) < kept.trust.version)
    await registry.updateTrust({ ...kept, override: true, reason: 'the registry did not have it any more' })
}

/**
 * The registry's trust.json, before somebody signs what they make of it: the registry may be stolen, so it has to be the
 * kept one, or one that its root keys made of that. Without a kept one its own root keys have to have signed it. Undefined
 * where neither is. Throws `UsageError`.
 */
export async function followTrust(registry: RegistryClient, kept?: SignedTrust): Promise<SignedTrust | undefined> {
  const { versions } = await registry.showTrust(kept ? { after: kept.trust.version } : {})
  let last = kept
  try {
    for (const next of versions) {
      if (last) demandNext(last.trust, next)
      else demandSigned(next)
      last = next
    }
    if (kept && last === kept) demandSame(kept, (await registry.showTrust()).versions.at(-1))
    return last
  } catch (error) {
    if (!(error instanceof Untrusted)) throw error
    const trusted = kept ? ` Trusted here is trust.json ${kept.trust.version}.` : ''
    throw new UsageError(
      `Nothing is signed, since the registry's trust.json cannot be trusted: ${error.message}${trusted} Somebody may have changed its database. Ask who holds root keys.`,
    )
  }
}

function demandSame({ trust }: SignedTrust, found: SignedTrust | undefined): void {
  if (!found) throw new Untrusted('it has none. An administrator sends it back: npm run release -- trust update.')
  if (!isDeepStrictEqual(found.trust, trust))
    throw new Untrusted(`its trust.json ${found.trust.version} is another one, or an earlier one.`)
}
