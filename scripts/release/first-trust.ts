import path from 'node:path'
import { firstTrust, inDays, nextTrust, signPublished, signTrust, trustOf } from '@marram/build/change-trust'
import { createKey, readKeys } from '@marram/build/signing-keys'
import { registryClient } from '@marram/release-contract/registry-client'
import type { Registry } from './release-part'

const NAME = 'local'
/** A trust.json that this key alone keeps valid is renewed half a year before it expires. */
const RENEWED_DAYS = 180

/**
 * Without a trust.json, makes one with one key of this data folder, and signs with it what is published already. Returns
 * the registry with the keys that releases of this machine are signed with.
 */
export async function ensureTrust(registry: Registry, data: string): Promise<Registry> {
  const folder = path.join(data, 'keys')
  const client = registryClient(registry)
  const current = await trustOf(client)
  const keys = readKeys(process.env, folder)
  if (!current) {
    const own = keys.find(({ name }) => name === NAME) ?? createKey(folder, NAME)
    await signPublished(registry, own)
    await client.updateTrust(signTrust({ trust: firstTrust(own, 'this machine'), signatures: [] }, undefined, [own]))
    return { ...registry, keys: [own] }
  }
  const isOurs = current.roots.keys.every((root) => keys.some(({ key }) => key === root))
  if (isOurs && Date.parse(current.expires) < Date.parse(inDays(RENEWED_DAYS)))
    await client.updateTrust({ ...nextTrust(current, (trust) => trust, keys), reason: 'it was to expire' })
  return { ...registry, keys }
}
