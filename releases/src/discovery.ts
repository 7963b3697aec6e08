import { DISCOVERY_SCHEMA, type DiscoveryDocument, type DiscoveryEntry } from '@marram/contracts/discovery'
import { RELEASE_FILE, type ReleaseManifest, releaseFileUrl } from '@marram/contracts/release'
import { problemsBeside } from './compatibility'
import { type KnownRelease, type KnownReleases, type Rollout, releaseKey } from './live'
import { browserEntry } from './manifest'

const FALLBACKS = 2
/** How far back a fallback is looked for. */
const CONSIDERED = 8

/** What an environment serves, as edges and shells read it. Pure. */
export function discoveryOf(rollouts: Rollout[], releases: KnownReleases): DiscoveryDocument {
  const live = rollouts.map(({ part, stable }) => known(releases, part, stable).manifest)
  const microFrontends: DiscoveryDocument['microFrontends'] = {}
  for (const rollout of rollouts) microFrontends[rollout.part] = [stableEntry(rollout, releases, live)]
  return { schema: DISCOVERY_SCHEMA, microFrontends }
}

function stableEntry(rollout: Rollout, releases: KnownReleases, live: ReleaseManifest[]): DiscoveryEntry {
  const stable = known(releases, rollout.part, rollout.stable)
  const fallbacks = lastGood(rollout, releases, live)
  const [first] = fallbacks
  return {
    url: entryUrl(stable.manifest),
    ...(first && { fallbackUrl: entryUrl(first.manifest) }),
    metadata: { version: rollout.stable, integrity: entryIntegrity(stable.manifest) },
    deployment: { traffic: 100, default: true },
    extras: {
      ...reference(stable),
      salt: rollout.salt,
      ...(rollout.group !== null && { group: rollout.group }),
      fallbacks: fallbacks.map(reference),
    },
  }
}

/** Newest first. A version that does not go with what is live now would be no help, so it is left out. */
function lastGood(rollout: Rollout, releases: KnownReleases, live: ReleaseManifest[]): KnownRelease[] {
  return earlierVersions(rollout)
    .map((version) => known(releases, rollout.part, version))
    .filter(({ manifest }) => problemsBeside(manifest, live).length === 0)
    .slice(0, FALLBACKS)
}

/** What was live before, each once, newest first; not what a rollback took away. */
function earlierVersions({ history, stable }: Rollout): string[] {
  const versions = new Set(history.map(({ version }) => version).reverse())
  versions.delete(stable)
  return [...versions].slice(0, CONSIDERED)
}

/** The releases that a discovery document of these rollouts is made from. */
export const releasesBehind = (rollouts: Rollout[]) =>
  rollouts.flatMap((rollout) =>
    [rollout.stable, ...earlierVersions(rollout)].map((version) => ({ part: rollout.part, version })),
  )

function known(releases: KnownReleases, part: string, version: string): KnownRelease {
  const found = releases.get(releaseKey(part, version))
  if (!found) throw new Error(`${part} ${version} is live but not among the releases`)
  return found
}

const reference = ({ manifest, integrity }: KnownRelease) => ({
  version: manifest.version,
  manifest: releaseFileUrl(manifest.name, manifest.version, RELEASE_FILE),
  manifestIntegrity: integrity,
  ...(manifest.kind === 'section' && {
    title: manifest.title,
    pages: manifest.pages.map(({ pattern, requiresLogin, private: personal }) => ({
      pattern,
      requiresLogin,
      private: personal,
    })),
  }),
})

/** Every release has an entry: one without is refused when its upload begins. */
const entryFile = (manifest: ReleaseManifest) => browserEntry(manifest) as string
const entryUrl = (manifest: ReleaseManifest) => releaseFileUrl(manifest.name, manifest.version, entryFile(manifest))
const entryIntegrity = (manifest: ReleaseManifest) => manifest.files[entryFile(manifest)]?.integrity as string
