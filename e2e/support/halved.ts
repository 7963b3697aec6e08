import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import { resolve } from '@marram/release-contract/resolve'
import type { Site } from './site'
import { discoveryOf } from './variant'

/** Visitors while a part is rolled out: one who has the candidate, and those who have what was live before. */
export async function halved(site: Site, part: string, { before, candidate }: { before: string; candidate: string }) {
  const shared: DiscoveryDocument = { schema: 'of the registry', microFrontends: await discoveryOf(site) }
  const visitors = Array.from({ length: 60 }, (_, n) => n.toString(16).padStart(16, '0'))
  const has = (version: string) => (visitor: string) =>
    resolve(shared, visitor).find((each) => each.part === part)?.entry.metadata.version === version
  return { unlucky: visitors.find(has(candidate)) as string, lucky: visitors.filter(has(before)) }
}

/** As a visitor from another network each time, at an edge behind a proxy: of one network a single failure counts. */
export const fromNetwork = (number: number): Record<string, string> => ({
  'x-forwarded-for': `198.51.100.${(number % 250) + 1}`,
})
