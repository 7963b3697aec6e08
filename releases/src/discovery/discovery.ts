import { DISCOVERY_SCHEMA, type DiscoveryDocument, type DiscoveryEntry } from '@marram/release-contract/discovery'
import { browserEntry, RELEASE_FILE, type ReleaseManifest, releaseFileUrl } from '@marram/release-contract/release'
import { problemsBeside } from '../live/compatibility'
import { type KnownRelease, type KnownReleases, type Rollout, releaseKey, statesOf } from '../live/live'
import type { Stop } from '../live/stops'
import { meet, type Variant, variantsOf } from '../live/variants'

const FALLBACKS = 2
/** How far back a fallback is looked for. */
const CONSIDERED = 8

/** What an environment serves, as edges and shells read it. Pure. */
export function discoveryOf(rollouts: Rollout[], releases: KnownReleases, stops: Stop[] = []): DiscoveryDocument {
  const variants = variantsOf(statesOf(rollouts))
  const microFrontends: DiscoveryDocument['microFrontends'] = {}
  for (const rollout of rollouts) {
    const { part } = rollout
    const killed = stops.find((stop) => stop.kind === 'kill' && stop.part === part)
    microFrontends[part] = variants
      .filter((variant) => variant.part === part)
      .map((variant) => {
        const others = variants.filter((other) => meet(variant, other))
        const beside = others.map((other) => known(releases, other.part, other.version).manifest)
        return entryOf(rollout, variant, { releases, beside, killed })
      })
  }
  return { schema: DISCOVERY_SCHEMA, microFrontends }
}

/** `beside`: what its visitors may have of other parts. */
type Around = { releases: KnownReleases; beside: ReleaseManifest[]; killed: Stop | undefined }

function entryOf(
  rollout: Rollout,
  { version, isCandidate }: Variant,
  { releases, beside, killed }: Around,
): DiscoveryEntry {
  const { part, candidate, salt, group } = rollout
  const traffic = candidate === null ? 0 : rollout.traffic
  const shown = known(releases, part, version)
  const earlier = isCandidate ? [rollout.stable, ...earlierVersions(rollout)] : earlierVersions(rollout)
  // Of what was live long ago, some may be deleted: a rollback brings versions into reach that clean-up did not keep.
  const fallbacks = lastGood(
    earlier.flatMap((version) => releases.get(releaseKey(part, version)) ?? []),
    beside,
  )
  const [first] = fallbacks
  return {
    url: entryUrl(shown.manifest),
    ...(first && { fallbackUrl: entryUrl(first.manifest) }),
    metadata: { version, integrity: entryIntegrity(shown.manifest) },
    deployment: { traffic: isCandidate ? traffic : 100 - traffic, default: !isCandidate },
    extras: {
      ...reference(shown),
      salt,
      ...(group !== null && { group }),
      ...(killed && { stopped: { ...(killed.notice !== null && { notice: killed.notice }) } }),
      fallbacks: fallbacks.map(reference),
    },
  }
}

/** Newest first. A version that does not go with what is live now would be no help, so it is left out. */
const lastGood = (earlier: KnownRelease[], beside: ReleaseManifest[]): KnownRelease[] =>
  earlier.filter(({ manifest }) => problemsBeside(manifest, beside).length === 0).slice(0, FALLBACKS)

/** What was live before, each once, newest first; not what a rollback took away. */
export function earlierVersions({
  history,
  stable,
  candidate,
}: Pick<Rollout, 'history' | 'stable' | 'candidate'>): string[] {
  const versions = new Set(history.map(({ version }) => version).reverse())
  versions.delete(stable)
  if (candidate !== null) versions.delete(candidate)
  return [...versions].slice(0, CONSIDERED)
}

/** The releases that a discovery document of these rollouts is made from. */
export const releasesBehind = (rollouts: Rollout[]) =>
  rollouts.flatMap((rollout) =>
    [rollout.stable, ...(rollout.candidate === null ? [] : [rollout.candidate]), ...earlierVersions(rollout)].map(
      (version) => ({ part: rollout.part, version }),
    ),
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
    ...(manifest.keptUntilLogout && { keptUntilLogout: manifest.keptUntilLogout }),
  }),
})

/** Every release has an entry: one without is refused when its upload begins. */
const entryFile = (manifest: ReleaseManifest) => browserEntry(manifest) as string
const entryUrl = (manifest: ReleaseManifest) => releaseFileUrl(manifest.name, manifest.version, entryFile(manifest))
const entryIntegrity = (manifest: ReleaseManifest) => manifest.files[entryFile(manifest)]?.integrity as string
