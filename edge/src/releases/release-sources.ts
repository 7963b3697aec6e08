import fs from 'node:fs'
import path from 'node:path'
import { integrityOf } from '@marram/files/digest'
import { type DiscoveryDocument, type DiscoveryEntry, discoveryDocument } from '@marram/release-contract/discovery'
import { RELEASE_FILE, type SectionRelease, sectionRelease } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import type { Logger } from '@marram/server/log'
import { LRUCache } from 'lru-cache'
import { PublicError } from '../requests/error-pages'
import { httpGet } from './http-get'
import { NoSuchRelease, ReleaseStore, type WantedRelease } from './release-store'
import type { StoredRelease } from './stored-release'

export type MayHave = (origin: string) => Promise<boolean>
export type DevSource = { part: string; origin: string }

const TIMEOUT_MS = 3000
/** What a build of a dev source may list: a section of ours has about a hundred files and 2 MB. */
const MOST = { manifestBytes: 1024 * 1024, files: 1000, bytes: 64 * 1024 * 1024 }
const MOST_BUILDS_OF_SOURCE = 3
const MOST_KNOWN = 1000
const DAY_MS = 86_400_000
const UNUSED_DAYS = 30

/** Releases of the registry and, for previews, of dev sources: by digest, in folders of their own, and marked. */
export class ReleaseSources {
  private readonly stores = new Map<string, ReleaseStore>()
  /** By digest of release.json. */
  private readonly origins = new LRUCache<string, string>({ max: MOST_KNOWN })
  /** By part and version, for browsers, which ask without a digest. */
  private readonly digests = new LRUCache<string, string>({ max: MOST_KNOWN })
  private readonly folder: string

  constructor(
    private readonly registry: ReleaseStore,
    /** Origins of dev sources that this edge's operator allows. */
    private readonly allowed: readonly string[],
  ) {
    this.folder = path.join(registry.folder, '_dev-sources')
  }

  /** Without a digest, a build of a dev source needs `mayHave`, and a release of the registry `ofRegistry`. */
  async open(wanted: WantedRelease, mayHave: MayHave = async () => true, ofRegistry = true): Promise<StoredRelease> {
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

  /** Of the registry; see there. */
  unstored(...given: Parameters<ReleaseStore['unstored']>): ReturnType<ReleaseStore['unstored']> {
    return this.registry.unstored(...given)
  }

  allows(origin: string): boolean {
    return this.allowed.includes(origin)
  }

  /** The document, with the current build of the dev source as the only version of its part. Throws if it is not allowed. */
  async with({ part, origin }: DevSource, document: DiscoveryDocument): Promise<DiscoveryDocument> {
    if (!this.allows(origin)) throw new PublicError(`This edge takes no code from ${origin}.`)
    const { status, body } = await httpGet(`${origin}/${RELEASE_FILE}`, {
      timeout: TIMEOUT_MS,
      mostBytes: MOST.manifestBytes,
    }).catch((cause) => {
      throw new PublicError(
        `${origin} does not respond with a ${RELEASE_FILE} of at most 1 MB; npm run share serves ${part} there.`,
        { cause },
      )
    })
    if (status !== 200) throw new PublicError(`${origin} responded with ${status}.`)
    const release = described(body, origin)
    if (release.name !== part) throw new PublicError(`${origin} serves ${release.name}, not ${part}.`)
    const integrity = integrityOf(body)
    this.origins.set(integrity, origin)
    this.digests.set(`${part}@${release.version}`, integrity)
    const microFrontends = { ...document.microFrontends, [part]: [entryOf(release, integrity)] }
    return discoveryDocument.parse({ ...document, microFrontends })
  }

  private async openFrom(origin: string, wanted: WantedRelease): Promise<StoredRelease> {
    const store = this.storeOf(origin)
    const release = await store.open(wanted)
    // Copies of an earlier start are removed when they are old.
    for (const { part, version } of store.openedBefore(MOST_BUILDS_OF_SOURCE)) {
      store.forget(part, version)
      await fs.promises.rm(path.join(store.folder, part, version), { recursive: true, force: true })
    }
    return { ...release, origin }
  }

  private storeOf(origin: string): ReleaseStore {
    const store =
      this.stores.get(origin) ??
      new ReleaseStore(path.join(this.folder, encodeURIComponent(origin)), origin, undefined, true)
    this.stores.set(origin, store)
    return store
  }

  removeRegularly(inUse: () => Set<string> | undefined, log: Logger): { stop(): void } {
    const remove = () =>
      this.removeOldCopies(inUse(), log).catch((error: Error) =>
        log.error({ reason: error.message }, 'old copies of releases cannot be removed'),
      )
    void remove()
    const timer = setInterval(remove, DAY_MS).unref()
    return { stop: () => clearInterval(timer) }
  }

  async removeOldCopies(needed: Set<string> | undefined, log: Pick<Logger, 'info'>): Promise<void> {
    // On the same disk. Leftovers of a killed process are removed too.
    const aside = path.join(this.registry.folder, '_removed')
    await fs.promises.rm(aside, { recursive: true, force: true })
    // Without a document, everything may still be needed.
    if (!needed) return
    const removed: string[] = []
    const stores = [this.registry, ...this.stores.values()]
    // Builds of dev sources of earlier starts too.
    const folders = foldersIn(this.folder).map((name) => path.join(this.folder, name))
    for (const folder of [this.registry.folder, ...folders]) {
      const store = stores.find((each) => each.folder === folder)
      for (const { part, version } of versionsIn(folder)) {
        const copy = path.join(folder, part, version)
        const dated = datedBy(copy)
        if (needed.has(`${part}@${version}`)) fs.utimesSync(dated, new Date(), new Date())
        if (Date.now() - fs.statSync(dated).mtimeMs < UNUSED_DAYS * DAY_MS) continue
        // Synchronous since its date was read: later requests find nothing, and fetch it whole.
        fs.mkdirSync(aside, { recursive: true })
        fs.renameSync(copy, path.join(aside, String(removed.length)))
        store?.forget(part, version)
        removed.push(`${part} ${version}`)
      }
    }
    await fs.promises.rm(aside, { recursive: true, force: true })
    if (removed.length > 0) log.info({ removed }, 'old copies of releases are removed')
  }
}

function described(body: Buffer, origin: string): SectionRelease {
  let sent: unknown
  try {
    sent = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new PublicError(`${origin} serves no ${RELEASE_FILE} that can be read.`, { cause })
  }
  const { success, data, error: cause } = sectionRelease.safeParse(sent)
  if (!success) throw new PublicError(`${origin} serves a ${RELEASE_FILE} that is not valid.`, { cause })
  const sizes = Object.values(data.files).map(({ size }) => size)
  if (sizes.length > MOST.files || sizes.reduce((sum, size) => sum + size, 0) > MOST.bytes)
    throw new PublicError(`${origin} lists more than ${MOST.files} files or ${MOST.bytes / 1024 / 1024} MB.`)
  return data
}

/** The file whose date is the last use of a copy. An incomplete copy has no description. */
function datedBy(copy: string): string {
  const description = path.join(copy, RELEASE_FILE)
  return fs.existsSync(description) ? description : copy
}

/** Folders of our own begin with what no part begins with. */
const versionsIn = (folder: string) =>
  foldersIn(folder)
    .filter((name) => !name.startsWith('_'))
    .flatMap((part) => foldersIn(path.join(folder, part)).map((version) => ({ part, version })))

const foldersIn = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : []

const entryOf = (release: SectionRelease, integrity: string): DiscoveryEntry => ({
  url: releaseFileUrl(release.name, release.version, release.entry),
  metadata: { version: release.version, integrity: release.files[release.entry]?.integrity ?? '' },
  deployment: { traffic: 100, default: true },
  extras: {
    version: release.version,
    manifest: releaseFileUrl(release.name, release.version, RELEASE_FILE),
    manifestIntegrity: integrity,
    title: release.title,
    pages: release.pages,
    salt: 'preview',
    fallbacks: [],
  },
})
