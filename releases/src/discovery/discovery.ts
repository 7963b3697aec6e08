import { createHash } from 'node:crypto'
import { declared } from '@marram/release-contract/composition'
import {
  DISCOVERY_SCHEMA,
  type DiscoveryDocument,
  type DiscoveryEntry,
  REVISION,
  TRUST_VERSION,
} from '@marram/release-contract/discovery'
import { overlap, samePattern } from '@marram/release-contract/patterns'
import { browserEntry, RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { hasAlready } from '@marram/server/etag'
import { preferredWaitMs } from '@marram/server/held-requests'
import type { ReleasesDatabase } from '../database'
import type { Handlers } from '../handler'
import { patternsOf } from '../live/addresses'
import { problemsBeside } from '../live/compatibility'
import {
  getRelease,
  type KnownRelease,
  type KnownReleases,
  type Rollout,
  readReleases,
  releaseKey,
  revisionOf,
  rolloutsOf,
  statesOf,
  type Version,
} from '../live/live'
import type { State } from '../live/states'
import { type Stop, stopsOf } from '../live/stops'
import { meet, type Variant, variantsOf } from '../live/variants'
import { currentTrust } from '../trust/current-trust'
import { wasEverLive } from './ever-live'

/** For edges. */
export const discoveryHandlers = {
  /** Edges that know the current one are held until there is another, if they wish so. The text is created once. */
  discover: async ({ db, held }, { environment }, { request, reply }) => {
    const seen = held.changesOf(environment)
    const first = await currentDocument(db, environment)
    const isKnown = hasAlready(request.headers['if-none-match'], first.etag)
    // A revision may be new although the document is not.
    const isNews = !isKnown || Number(request.headers[REVISION] ?? first.revision) !== first.revision
    const waitMs = preferredWaitMs(request.raw)
    if (waitMs > 0) reply.header('preference-applied', 'wait')
    const ms = Math.min(waitMs, Math.max(0, first.until - Date.now()))
    if (!isNews && ms > 0) await held.hold(environment, { seen, ms, response: reply.raw })
    const { etag, body, revision, trust } = await currentDocument(db, environment)
    reply.headers({ etag, 'cache-control': 'no-cache', [REVISION]: revision, ...(trust && { [TRUST_VERSION]: trust }) })
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  },
  everLive: async ({ db }, { environment, part, version }) => ({
    everLive: await wasEverLive(db, part, version, environment),
  }),
} satisfies Partial<Handlers>

const FALLBACKS = 2
/** How many previous versions are considered as fallbacks. */
const CONSIDERED = 8

/** The discovery document of an environment, as edges and shells read it. Pure. */
export function discoveryOf(rollouts: Rollout[], releases: KnownReleases, stops: Stop[] = []): DiscoveryDocument {
  const variants = variantsOf(statesOf(rollouts))
  const microFrontends: DiscoveryDocument['microFrontends'] = {}
  for (const rollout of rollouts) {
    const { part } = rollout
    const killed = stops.find((stop) => stop.kind === 'kill' && stop.part === part)
    const own = variants.filter((variant) => variant.part === part)
    const live = own.flatMap((variant) => patternsOf(getRelease(releases, variant).manifest))
    microFrontends[part] = own.map((variant) => {
      const others = variants.filter((other) => meet(variant, other))
      const beside = others.map((other) => getRelease(releases, other).manifest)
      return entryOf(rollout, variant, { releases, live, beside, killed })
    })
  }
  return { schema: DISCOVERY_SCHEMA, microFrontends }
}

/** `live`: the part's patterns in any visitor's version; `beside`: versions of other parts that its visitors may have. */
type Around = { releases: KnownReleases; live: string[]; beside: ReleaseManifest[]; killed: Stop | undefined }

function entryOf(rollout: Rollout, { version, isCandidate }: Variant, around: Around): DiscoveryEntry {
  const { part, candidate, salt, group } = rollout
  const { releases, live, beside, killed } = around
  const traffic = candidate === null ? 0 : rollout.traffic
  const shown = getRelease(releases, { part, version })
  const earlier = isCandidate ? [rollout.stable, ...earlierVersions(rollout)] : earlierVersions(rollout)
  const fallbacks = earlier
    // Some may be deleted: after a rollback these may be versions that a clean-up has deleted.
    .flatMap((each) => releases.get(releaseKey({ part, version: each })) ?? [])
    .filter(({ manifest }) => fits(manifest, beside) && !intrudes(manifest, live, beside))
    .slice(0, FALLBACKS)
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

/** Whether they can be live together. A shell with fewer places for links is better than no shell. */
const fits = (manifest: ReleaseManifest, beside: ReleaseManifest[]) =>
  problemsBeside(manifest, beside).every(({ kind }) => manifest.kind === 'shell' && kind === 'navigation')

/** Whether a release has a page at an address that another part may own by now: only live releases share one on purpose. */
function intrudes(manifest: ReleaseManifest, live: string[], beside: ReleaseManifest[]): boolean {
  const gone = patternsOf(manifest).filter((pattern) => !live.some((each) => samePattern(each, pattern)))
  return gone.some((pattern) => beside.flatMap(patternsOf).some((other) => overlap(pattern, other)))
}

/** Previous live versions, each once, newest first, without those that a rollback removed. */
export function earlierVersions({ history, stable, candidate }: State): string[] {
  const versions = new Set(history.map(({ version }) => version).reverse())
  return [...versions].filter((version) => version !== stable && version !== candidate).slice(0, CONSIDERED)
}

export const releasesBehind = (rollouts: Rollout[]): Version[] =>
  rollouts.flatMap((rollout) => {
    const versions = [rollout.stable, rollout.candidate, ...earlierVersions(rollout)]
    return versions.flatMap((version) => (version === null ? [] : { part: rollout.part, version }))
  })

const reference = ({ manifest, integrity }: KnownRelease) => ({
  version: manifest.version,
  manifest: releaseFileUrl(manifest.name, manifest.version, RELEASE_FILE),
  manifestIntegrity: integrity,
  ...(manifest.kind === 'section' && {
    title: manifest.title,
    pages: manifest.pages.map(declared),
    ...(manifest.navigation && { navigation: manifest.navigation }),
    ...(manifest.keptUntilLogout && { keptUntilLogout: manifest.keptUntilLogout }),
  }),
})

/** Every release has an entry script: one without is refused when its upload begins. */
const entryFile = (manifest: ReleaseManifest) => browserEntry(manifest) as string
const entryUrl = (manifest: ReleaseManifest) => releaseFileUrl(manifest.name, manifest.version, entryFile(manifest))
const entryIntegrity = (manifest: ReleaseManifest) => manifest.files[entryFile(manifest)]?.integrity as string

/** `until`: in milliseconds, when a stop ends by itself; `trust`: the version of `trust.json`, a change of which grows the revision. */
type Document = { revision: number; until: number; body: string; etag: string; trust: number | undefined }

const cached = new WeakMap<ReleasesDatabase, Map<string, Document>>()

/** The discovery document of an environment, cached until the environment's revision changes. */
export async function currentDocument(db: ReleasesDatabase, name: string): Promise<Document> {
  const documents = cached.get(db) ?? new Map<string, Document>()
  cached.set(db, documents)
  const revision = await revisionOf(db, name)
  const last = documents.get(name)
  const document = last?.revision === revision && Date.now() < last.until ? last : await compose(db, name, revision)
  documents.set(name, document)
  return document
}

/** Reads the data after the revision, so it may be newer, which composes it once more, but never older. */
async function compose(db: ReleasesDatabase, name: string, revision: number): Promise<Document> {
  const rollouts = await rolloutsOf(db, name)
  const releases = await readReleases(db, releasesBehind(rollouts))
  const stops = await stopsOf(db, name)
  const until = Math.min(...stops.map((stop) => stop.until?.getTime() ?? Number.POSITIVE_INFINITY))
  const body = JSON.stringify(discoveryOf(rollouts, releases, stops))
  const trust = (await currentTrust(db))?.version
  return { revision, until, body, trust, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}
