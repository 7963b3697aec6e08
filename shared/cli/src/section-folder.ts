import { UsageError } from '@marram/build/usage-error'
import { type LiveSite, readLiveSite } from '@marram/release-contract/live-site'
import { RegistryError } from '@marram/release-contract/registry-client'

/** A section's own folder, and the site that it is for (`https://marram.example`). */
export type SectionFolder = { folder: string; site: string }

/** Throws a `UsageError` without an address of a site. */
export function siteOf(address: string | undefined): string {
  if (!address) throw new UsageError('Which site? Set "site" of "marram" in package.json, or name one: --registry URL.')
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`${address} is not the address of a site, such as https://marram.example.`)
  return new URL(address).origin
}

/** What the site provides now. A `RegistryError` says why it is not known. */
export const liveSite = (site: string, environment?: string, shell?: string): Promise<LiveSite> =>
  readLiveSite(site, environment, shell).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    throw new RegistryError(`${site} did not say what it provides: ${message}`, 'unreachable')
  })
