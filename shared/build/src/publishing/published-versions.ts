import { callRegistry, type RegistryAccess, RegistryError } from './registry-client'

/** The complete versions of a part; none of one that the registry does not know. */
export async function publishedVersions(access: RegistryAccess, part: string): Promise<string[]> {
  try {
    const path = `/releases/parts/${part}/versions`
    const call = { method: 'GET', path, attempts: 3 } as const
    const { versions } = await callRegistry<{ versions: { version: string }[] }>(access, call)
    return versions.map(({ version }) => version)
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'not-found') return []
    throw error
  }
}
