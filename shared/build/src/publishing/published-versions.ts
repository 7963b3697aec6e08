import { type RegistryAccess, RegistryError, registryClient } from '@marram/release-contract/registry-client'

/** The complete versions of a part; none of one that the registry does not know. */
export async function publishedVersions(access: RegistryAccess, part: string): Promise<string[]> {
  try {
    const { versions } = await registryClient(access).listVersions({ part })
    return versions.map(({ version }) => version)
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'not-found') return []
    throw error
  }
}
