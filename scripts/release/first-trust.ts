import fs from 'node:fs'
import path from 'node:path'
import { firstTrust, inDays, nextTrust, signPublished, signTrust } from '@marram/build/change-trust'
import { followTrust, giveBack, keepTrust, readKeptTrust } from '@marram/build/kept-trust'
import { createKey, readKeys } from '@marram/build/signing-keys'
import { registryClient } from '@marram/release-contract/registry-client'
import type { SignedTrust } from '@marram/release-contract/trust'
import { UsageError } from '../workspace'
import type { Registry } from './release-part'

const NAME = 'local'
/** A trust.json that this key alone keeps valid is renewed half a year before it expires. */
const RENEWED_DAYS = 180

/**
 * The first start with a data folder makes a key and a trust.json, and signs with it what is published already. Later ones
 * believe no registry that has another trust.json than this folder: where it was lost, it gets it back. Returns the
 * registry with the keys that releases of this machine are signed with.
 */
export async function ensureTrust(registry: Registry, data: string): Promise<Registry> {
  const folder = path.join(data, 'keys')
  const file = path.join(folder, 'trust.json')
  const client = registryClient(registry)
  const kept = newest(readKeptTrust(file), readKeptTrust(path.join(data, 'edge/trust.json')))
  await giveBack(client, kept)
  const current = await followTrust(client, kept)
  if (!current) {
    // That the registry has none is its own word alone, and what it has published may be anybody's by now.
    if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
      throw new UsageError(
        `The registry has no trust.json, and ${folder} has a key of an earlier start. If that start was cut short and this site was never online, remove ${folder} and start again. Otherwise somebody may have changed the registry's database: bring back the trust.json that edges have (edge/trust.json in their data folder) as ${file}.`,
      )
    const own = createKey(folder, NAME)
    await signPublished(registry, own)
    const first = signTrust({ trust: firstTrust(own, 'this machine'), signatures: [] }, undefined, [own])
    await client.updateTrust(first)
    keepTrust(file, first)
    return { ...registry, keys: [own] }
  }
  const keys = readKeys(process.env, folder)
  const { trust } = current
  const isOurs = trust.roots.keys.every((root) => keys.some(({ key }) => key === root))
  const isRenewed = isOurs && Date.parse(trust.expires) < Date.parse(inDays(RENEWED_DAYS))
  const next = isRenewed ? nextTrust(trust, (same) => same, keys) : current
  if (isRenewed) await client.updateTrust({ ...next, reason: 'it was to expire' })
  if (fs.existsSync(folder)) keepTrust(file, next)
  return { ...registry, keys }
}

const newest = (...all: (SignedTrust | undefined)[]) =>
  all.filter((each) => each !== undefined).sort((one, other) => other.trust.version - one.trust.version)[0]
