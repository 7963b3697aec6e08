import fs from 'node:fs'
import path from 'node:path'
import { type DiscoveryDocument, type DiscoveryEntry, discoveryDocument } from '@marram/release-contract/discovery'
import { RELEASE_FILE, releaseFileUrl, type SectionRelease, sectionRelease } from '@marram/release-contract/release'
import { httpGet } from './http-get'
import { NoSuchRelease, ReleaseStore } from './release-store'
import { integrityOf, type StoredRelease } from './stored-release'

/** Whether the client may have what comes from that dev source. */
export type MayHave = (origin: string) => Promise<boolean>
/** A developer's computer as the source of one part. */
export type DevSource = { part: string; origin: string }

const PATIENCE_MS = 3000

export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

/** The dev source serves nothing at the moment, in words for those who have the link. */
export class DevSourceAway extends Error {
  override readonly name = 'DevSourceAway'
}

/**
 * Releases of the registry, and for previews those that dev sources serve. Only what a dev source described
 * a moment ago is taken from it, by the digest of that; it is stored in a folder of its own, and marked, so that it can
 * never stand for a release of the same version.
 */
export class ReleaseSources {
  private readonly stores = new Map<string, ReleaseStore>()
  /** By digest of release.json. */
  private readonly origins = new Map<string, string>()
  /** By part and version, for browsers, which ask without a digest. */
  private readonly digests = new Map<string, string>()

  constructor(
    private readonly registry: ReleaseStore,
    private readonly settings: { folder: string; allowed: readonly string[] },
  ) {}

  /**
   * Who asks without a digest gets a build of a dev source only where `mayHave` says so, before anything is fetched or read;
   * and a release only where it is theirs, `ofRegistry`.
   */
  async open(
    wanted: { part: string; version: string; integrity?: string },
    mayHave: MayHave = async () => true,
    ofRegistry = true,
  ): Promise<StoredRelease> {
    const { part, version, integrity } = wanted
    const origin = integrity === undefined ? undefined : this.origins.get(integrity)
    if (origin !== undefined) return this.openFrom(origin, wanted)
    try {
      if (!ofRegistry) throw new NoSuchRelease(`${part} ${version} is not for this client`)
      return await this.registry.open(wanted)
    } catch (error) {
      const known = this.digests.get(`${part}@${version}`)
      const from = known === undefined ? undefined : this.origins.get(known)
      if (!(error instanceof NoSuchRelease) || integrity !== undefined || from === undefined) throw error
      if (!(await mayHave(from))) throw error
      return this.openFrom(from, { part, version, integrity: known })
    }
  }

  /** Where builds of dev sources are on this disk, each folder with the store that has it; also from earlier starts. */
  copies(): { folder: string; store: ReleaseStore }[] {
    if (!fs.existsSync(this.settings.folder)) return []
    const folders = fs.readdirSync(this.settings.folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const origins = folders.flatMap(({ name }) => originNamed(name) ?? [])
    return origins.map((origin) => ({ folder: this.folderOf(origin), store: this.storeOf(origin) }))
  }

  touch(part: string, version: string): void {
    this.registry.touch(part, version)
  }

  read(release: StoredRelease, file: string): Promise<Buffer> {
    return this.registry.read(release, file)
  }

  /** Whether this edge's operator lets code come from there. */
  allows(origin: string): boolean {
    return this.settings.allowed.includes(origin)
  }

  /** The document with what the dev source serves now as the only version of its part. Throws where it may not be asked. */
  async with({ part, origin }: DevSource, document: DiscoveryDocument): Promise<DiscoveryDocument> {
    if (!this.allows(origin)) throw new NotAllowed(`This edge takes no code from ${origin}.`)
    const { status, body } = await httpGet(`${origin}/${RELEASE_FILE}`, { timeout: PATIENCE_MS }).catch((cause) => {
      throw new DevSourceAway(`${origin} does not answer; npm run share serves ${part} there.`, { cause })
    })
    if (status !== 200) throw new DevSourceAway(`${origin} answers ${status}.`)
    const release = sectionRelease.parse(JSON.parse(body.toString('utf8')))
    if (release.name !== part) throw new DevSourceAway(`${origin} serves ${release.name}, not ${part}.`)
    const integrity = integrityOf(body)
    this.origins.set(integrity, origin)
    this.digests.set(`${part}@${release.version}`, integrity)
    const microFrontends = { ...document.microFrontends, [part]: [entryOf(release, integrity)] }
    return discoveryDocument.parse({ ...document, microFrontends })
  }

  private async openFrom(
    origin: string,
    wanted: { part: string; version: string; integrity?: string | undefined },
  ): Promise<StoredRelease> {
    return { ...(await this.storeOf(origin).open(wanted)), origin }
  }

  private storeOf(origin: string): ReleaseStore {
    const store = this.stores.get(origin) ?? new ReleaseStore(this.folderOf(origin), origin)
    this.stores.set(origin, store)
    return store
  }

  private folderOf(origin: string): string {
    return path.join(this.settings.folder, encodeURIComponent(origin))
  }
}

/** Undefined for a folder that is none of ours. */
function originNamed(folder: string): string | undefined {
  try {
    return decodeURIComponent(folder)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

const entryOf = (release: SectionRelease, integrity: string): DiscoveryEntry => ({
  url: releaseFileUrl(release.name, release.version, release.entry),
  metadata: { version: release.version, integrity: release.files[release.entry]?.integrity ?? '' },
  deployment: { traffic: 100, default: true },
  extras: {
    version: release.version,
    manifest: releaseFileUrl(release.name, release.version, RELEASE_FILE),
    manifestIntegrity: integrity,
    title: release.title,
    pages: release.pages.map(({ pattern, requiresLogin, private: personal }) => ({
      pattern,
      requiresLogin,
      private: personal,
    })),
    salt: 'preview',
    fallbacks: [],
  },
})
