import type { Built } from '@marram/build/build-part'
import { publishedOf, publishFolder } from '@marram/build/publish-folder'
import type { SigningKey } from '@marram/build/signing-keys'
import { RegistryError, registryClient } from '@marram/release-contract/registry-client'

/** `keys`: what releases are signed with. */
export type Registry = { url: string; token: string; keys?: SigningKey[] }

/** The one that the edge of this site serves; read as the edge reads it. */
const environment = () => process.env.MARRAM_ENVIRONMENT || 'production'

/** What a published part waits for before it may go live. */
export type Lacks = 'approvals' | 'a signature of its team'

/** Publishes a built part, unless the registry has it, and makes it live. Returns what it waits for instead, if anything. */
export async function releasePart(
  registry: Registry,
  { part, version, folder }: Built,
  reason: string,
): Promise<Lacks | undefined> {
  // Two builds of the same sources may differ in when they were made. The first one counts.
  const known = await publishedOf(registry, part, version)
  if (known === undefined) await publishFolder({ ...registry, folder })
  try {
    await registryClient(registry).promote({ environment: environment(), part, version: known ?? version, reason })
    return undefined
  } catch (error) {
    const kind = error instanceof RegistryError ? error.body.kind : undefined
    if (kind === 'approved') return 'approvals'
    if (kind === 'signed') return 'a signature of its team'
    throw error
  }
}

/** Parts of which some version is live in the environment that this site serves. */
export async function liveParts(registry: Registry): Promise<string[]> {
  const { parts } = await registryClient(registry).listParts()
  return parts.filter(({ live }) => live[environment()]).map(({ part }) => part)
}
