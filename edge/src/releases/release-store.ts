import fs from 'node:fs/promises'
import path from 'node:path'
import { integrityOf } from '@marram/files/digest'
import { isForTeams, RELEASE_FILE, type ReleaseManifest, releaseManifest } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { partName } from '@marram/release-contract/section'
import { versionPattern } from '@marram/release-contract/version'
import { Semaphore } from '@marram/server/semaphore'
import { expiringCache } from '../limits/expiring-cache'
import type { Described } from './edge-trust'
import { httpGet } from './http-get'
import { checked, decode, readIfThere, type StoredRelease, WrongDigest, writeAtomically } from './stored-release'

export class NoSuchRelease extends Error {
  override readonly name = 'NoSuchRelease'
}

/** Too many releases are being fetched; this one may be requested again later. Nothing is wrong with it. */
export class TooManyFetches extends Error {
  override readonly name = 'TooManyFetches'
}

export type WantedRelease = { part: string; version: string; integrity?: string | undefined }

const MISSING_MS = 1000
const MOST_MISSING = 1000
/** Limits for releases that visitors name and that are not stored here. Those of a document, which have a digest, do not wait. */
const NAMED_BY_VISITORS = { atOnce: 8, waiting: 128, waitMs: 5000 }
const FILES = { atOnce: 16, waitMs: 30_000 }
const MOST_MANIFEST_BYTES = 8 * 1024 * 1024
/** How much longer than its file a response may be: margin for incompressible files. */
const OVERHEAD_BYTES = 1024

/** Releases on this edge's own disk. Every file is checked when it arrives and again when it is read. */
export class ReleaseStore {
  /** Most recently opened last. No `SingleFlight`: what it holds stays, and is opened anew for another digest. */
  private readonly opened = new Map<string, Promise<StoredRelease>>()
  private readonly missing = expiringCache<true>({ max: MOST_MISSING, ttl: MISSING_MS })
  private readonly semaphore: Semaphore = new Semaphore(NAMED_BY_VISITORS)

  constructor(
    readonly folder: string,
    private readonly registry: string,
    private readonly token?: string | undefined,
    /** A dev source: also releases with a digest wait for each other, and one that fails leaves nothing on the disk. */
    private readonly isForeign = false,
    /** Rejects for a release that its team did not sign. */
    private readonly demandSigned: (release: Described) => Promise<void> = async () => {},
  ) {
    if (isForeign) this.semaphore = new Semaphore({ ...NAMED_BY_VISITORS, atOnce: 1, waiting: 8 })
  }

  /** The release with all its files on disk. Throws WrongDigest, or an error where the registry does not have it. */
  async open(wanted: WantedRelease): Promise<StoredRelease> {
    const { part, version, integrity } = wanted
    if (!partName.safeParse(part).success || !versionPattern.test(version))
      throw new NoSuchRelease(`${part} ${version} cannot be a release`)
    const key = `${part}@${version}`
    // With a digest it is named by a document, which the registry creates from releases that it has.
    if (!integrity && this.missing.has(key))
      throw new NoSuchRelease(`the registry had no ${part}/${version} a moment ago`)
    const known = await this.opened.get(key)
    // It may have been opened for one of its files, before the right bytes were known.
    if (known && (!integrity || known.integrity === integrity)) return known
    if (known) this.opened.delete(key)
    const found = await (this.opened.get(key) ?? this.remember(key, wanted))
    if (integrity && found.integrity !== integrity)
      throw new WrongDigest(`digest of ${part}/${version}/${RELEASE_FILE}`)
    return found
  }

  /** All but the most recently opened. */
  openedBefore(most: number): { part: string; version: string }[] {
    return [...this.opened.keys()].slice(0, -most).map((key) => {
      const [part = '', version = ''] = key.split('@')
      return { part, version }
    })
  }

  /** Its copy is gone: the next `open` fetches it. */
  forget(part: string, version: string): void {
    this.opened.delete(`${part}@${version}`)
  }

  /** Every release is opened again, and its signatures are checked again. */
  forgetAll(): void {
    this.opened.clear()
  }

  private remember(key: string, wanted: WantedRelease): Promise<StoredRelease> {
    const opening = this.fetchRelease(wanted)
    this.opened.set(key, opening)
    opening.then(
      () => this.missing.delete(key),
      (error) => {
        // A failure is not remembered: clients can invent any number of versions.
        if (this.opened.get(key) === opening) this.opened.delete(key)
        if (error instanceof NoSuchRelease) this.missing.set(key, true)
      },
    )
    return opening
  }

  /**
   * A file of a release from the registry, checked and not stored: for a disk that is full. `isWanted` decides by the
   * release's description. Undefined if it is not.
   */
  unstored(
    { part, version }: WantedRelease,
    file: string,
    isWanted: (manifest: ReleaseManifest) => boolean,
  ): Promise<{ bytes: Buffer; brotli?: Buffer } | undefined> {
    return this.semaphore.run(
      async () => {
        const described = await this.download(part, version, RELEASE_FILE, MOST_MANIFEST_BYTES)
        const manifest = manifestOf(described.bytes, part, version)
        const [{ bytes }, folder] = [described, path.join(this.folder, part, version)]
        await this.demandSigned({ part, version, bytes, integrity: integrityOf(bytes), folder })
        if (!isWanted(manifest)) return undefined
        if (file === RELEASE_FILE) return described
        const { integrity, size = 0 } = manifest.files[file] ?? {}
        const downloaded = await this.download(part, version, file, size)
        checked(downloaded.bytes, integrity, `${part}/${version}/${file}`)
        return downloaded
      },
      () => new TooManyFetches(`too many releases are being fetched: ${part}/${version} has to wait`),
    )
  }

  /** The source map of a file, from the registry: maps are not stored here. Throws NoSuchRelease if there is none. */
  async sourceMap(part: string, version: string, file: string): Promise<Buffer> {
    const { manifest } = await this.open({ part, version })
    const expected = manifest.files[`${file}.map`]?.integrity
    if (!expected) throw new NoSuchRelease(`${part} ${version} has no source map of ${file}`)
    const address = releaseFileUrl(part, version, `${file}.map`)
    const { status, body } = await httpGet(this.registry + address, {
      headers: { authorization: `Bearer ${this.token}` },
    })
    if (status !== 200) throw new Error(`the registry responded with ${status} for ${address}`)
    return checked(body, expected, address)
  }

  private async fetchRelease(wanted: WantedRelease): Promise<StoredRelease> {
    const { part, version, integrity } = wanted
    const onDisk = await readIfThere(path.join(this.folder, part, version, RELEASE_FILE))
    if (!this.isForeign && (integrity || onDisk)) return this.complete(wanted, onDisk)
    const completeOrRemove = () =>
      this.complete(wanted, onDisk).catch(async (error) => {
        if (this.isForeign) await fs.rm(path.join(this.folder, part, version), { recursive: true, force: true })
        throw error
      })
    return this.semaphore.run(
      completeOrRemove,
      () => new TooManyFetches(`too many releases are being fetched: ${part}/${version} has to wait`),
    )
  }

  private async complete(wanted: WantedRelease, onDisk: Buffer | undefined): Promise<StoredRelease> {
    const { part, version, integrity } = wanted
    const folder = path.join(this.folder, part, version)
    const bytes = onDisk ?? (await this.download(part, version, RELEASE_FILE, MOST_MANIFEST_BYTES)).bytes
    if (integrity && integrityOf(bytes) !== integrity) {
      await fs.rm(path.join(folder, RELEASE_FILE), { force: true })
      throw new WrongDigest(`digest of ${part}/${version}/${RELEASE_FILE}`)
    }
    const manifest = manifestOf(bytes, part, version)
    await this.demandSigned({ part, version, bytes, integrity: integrityOf(bytes), folder })
    const files = Object.keys(manifest.files).filter((file) => !isForTeams(file))
    const semaphore = new Semaphore(FILES)
    let failure: Error | undefined
    const fetch = async (file: string) => {
      if (!failure) await this.fetchFile(folder, manifest, file)
    }
    const noteFailure = (error: Error) => {
      failure ??= error
    }
    // All downloads have ended before the folder is used for anything else.
    await Promise.all(files.map((file) => semaphore.run(() => fetch(file)).catch(noteFailure)))
    if (failure) throw failure
    // Last: a release is complete on disk once its manifest is there, whose date is its last use.
    await writeAtomically(path.join(folder, RELEASE_FILE), bytes)
    return { manifest, folder, integrity: integrityOf(bytes) }
  }

  private async fetchFile(folder: string, manifest: ReleaseManifest, file: string): Promise<void> {
    const target = path.join(folder, file)
    const { integrity: expected, size = 0 } = manifest.files[file] ?? {}
    const present = await readIfThere(target)
    if (present && integrityOf(present) === expected) return
    const { bytes, brotli } = await this.download(manifest.name, manifest.version, file, size)
    checked(bytes, expected, `${manifest.name}/${manifest.version}/${file}`)
    if (brotli) await writeAtomically(`${target}.br`, brotli)
    await writeAtomically(target, bytes)
  }

  private async download(
    part: string,
    version: string,
    file: string,
    size: number,
  ): Promise<{ bytes: Buffer; brotli?: Buffer }> {
    const response = await httpGet(this.registry + releaseFileUrl(part, version, file), {
      mostBytes: size + OVERHEAD_BYTES,
      headers: { 'accept-encoding': 'br', ...(this.token && { authorization: `Bearer ${this.token}` }) },
    })
    if (response.status === 404 || response.status === 400)
      throw new NoSuchRelease(
        `the registry has no ${part}/${version}/${file}${this.token ? ' for the token of this edge' : ', or it was never live and this edge has no RELEASES_TOKEN'}`,
      )
    if (response.status !== 200)
      throw new Error(`the registry responded with ${response.status} for ${part}/${version}/${file}`)
    if (response.encoding !== 'br') return { bytes: response.body }
    return { bytes: await decode(response.body, size, `${part}/${version}/${file}`), brotli: response.body }
  }
}

/** A release that its team signed is still not another one. */
function manifestOf(bytes: Buffer, part: string, version: string): ReleaseManifest {
  const manifest = releaseManifest.parse(JSON.parse(bytes.toString('utf8')))
  if (manifest.name !== part || manifest.version !== version)
    throw new WrongDigest(`${part}/${version} describes ${manifest.name} ${manifest.version}`)
  return manifest
}
