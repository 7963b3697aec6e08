import { isForBrowsers, RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { releaseFileUrl, SHELL, WATCHDOG } from '@marram/release-contract/release-files'
import { contentType } from '@marram/server/content-type'
import { acceptedEncoding, BROTLI_ALONE, WITH_DICTIONARY } from '@marram/server/encodings'
import type { Logger } from '@marram/server/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { SANDBOX, WORKER_POLICY } from '../http/headers'
import { atMostEvery } from '../limits/timing'
import type { MayHave, ReleaseSources } from '../releases/release-sources'
import { NoSuchRelease, TooManyFetches } from '../releases/release-store'
import { readBrotli, readFile, type StoredRelease } from '../releases/stored-release'
import { refuseWith } from '../requests/error-pages'
import type { Deltas } from './deltas'
import { type HeldDictionary, heldDictionary, useAsDictionary } from './dictionaries'
import type { FileRights, Right } from './file-rights'

/** These files are not pages of this site: browsers save them. */
const typeOf = (file: string) => (/\.html$/i.test(file) ? 'application/octet-stream' : contentType(file))

const MAX_BYTES = 64 * 1024 * 1024
const RETRY_AFTER_S = 5
const LOG_EVERY_MS = 5000
const FOREVER = 'public, max-age=31536000, immutable'

const isPublic = (manifest: ReleaseManifest, file: string) =>
  file === RELEASE_FILE || (Object.hasOwn(manifest.files, file) && isForBrowsers(manifest, file))

type FileRequest = FastifyRequest<{ Params: { part: string; version: string; '*': string } }>

/** `origin`: of a dev source, whose next build may take this address. */
type ReleaseFile = { bytes: Buffer; brotli?: Buffer | undefined; origin?: string | undefined }

type Wanted = { part: string; version: string; file: string; right: Right; mayHave: MayHave }

type Parts = {
  store: Pick<ReleaseSources, 'open' | 'unstored'>
  log: Logger
  rightsTo: FileRights
  deltas: Pick<Deltas, 'from'>
  /** Whether a client may have a build of this dev source. */
  mayHave?: (request: FastifyRequest, origin: string) => Promise<boolean>
  /** Another number: what was loaded before may have been withdrawn. */
  trusted?: () => number
}

/** Serves release files from this edge's own checked copies. 404 without permission. */
export function releaseFileHandler({
  store,
  log,
  rightsTo,
  deltas,
  mayHave = async () => false,
  trusted = () => 0,
}: Parts) {
  const memory = new LRUCache<string, ReleaseFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes, brotli }) => 1 + bytes.length + (brotli?.length ?? 0),
  })
  const mayLogCrowd = atMostEvery(LOG_EVERY_MS)
  const mayLogFullDisk = atMostEvery(LOG_EVERY_MS)
  const mayLogDictionary = atMostEvery(LOG_EVERY_MS)

  async function load(wanted: Wanted): Promise<ReleaseFile | undefined> {
    const { part, version, file, right } = wanted
    const key = `${trusted()} ${releaseFileUrl(part, version, file)}`
    const known = right && memory.get(key)
    if (known) return known
    const loaded: ReleaseFile | undefined = await stored(wanted).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC' || !right) throw error
      if (mayLogFullDisk())
        log.error({ part, version }, 'the disk is full: files come from the registry and are kept in memory alone')
      return store.unstored({ part, version }, file, (manifest) => isPublic(manifest, file))
    })
    if (loaded && loaded.origin === undefined) memory.set(key, loaded)
    return loaded
  }

  async function stored({ part, version, file, right, mayHave }: Wanted): Promise<ReleaseFile | undefined> {
    const release = await store.open({ part, version }, mayHave, right !== undefined)
    if (!isPublic(release.manifest, file)) return undefined
    const { origin } = release
    return { bytes: await readFile(release, file), brotli: await brotliOf(release, file), origin }
  }

  /** Undefined if that is damaged too: the file itself is stored and checked. */
  const brotliOf = (release: StoredRelease, file: string) =>
    readBrotli(release, file).catch(({ message: reason }: Error) => {
      const { name: part, version } = release.manifest
      log.error({ part, version, file, reason }, 'a compressed file is damaged on this disk: it is sent uncompressed')
      return undefined
    })

  return async (request: FileRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { part, version, '*': file } = request.params
    reply.headers({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      // A file of a section that runs as a worker can connect to nothing.
      'content-security-policy': part === SHELL && file === WATCHDOG ? WORKER_POLICY : SANDBOX,
      vary: 'accept-encoding, available-dictionary',
    })
    // A missing file may be published later: a failure is never cached.
    const refuse = (code: number, message: string, retryAfterS?: number) =>
      refuseWith(reply.header('cache-control', 'no-store'), code, message, retryAfterS)
    let found: ReleaseFile | undefined
    let right: Right
    try {
      right = await rightsTo(request, part, version)
      found = await load({ part, version, file, right, mayHave: (origin) => mayHave(request, origin) })
    } catch (error) {
      if (error instanceof NoSuchRelease) return refuse(404, 'There is no such release.')
      const { message: reason } = error as Error
      if (!(error instanceof TooManyFetches))
        log.error({ part, version, file, reason }, 'a release file cannot be served')
      else if (mayLogCrowd()) log.warn({ reason }, 'too many releases are requested: clients get 503')
      return refuse(503, 'This release file cannot be served now.', RETRY_AFTER_S)
    }
    if (!found) return refuse(404, 'There is no such release file.')
    reply.type(typeOf(file))
    // Files that are not public are for no cache and no other origin.
    if (right === 'holder')
      reply
        .removeHeader('access-control-allow-origin')
        .headers({ 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'private, no-store' })
    else if (found.origin !== undefined) reply.header('cache-control', 'no-store')
    else {
      reply.header('cache-control', FOREVER)
      const delta = await deltaOf(request, reply, found)
      if (delta) return reply.send(delta)
    }
    if (found.brotli && acceptedEncoding(request.headers['accept-encoding'], BROTLI_ALONE))
      return reply.header('content-encoding', 'br').send(found.brotli)
    return reply.send(found.bytes)
  }

  /** Only of a release that everybody may have. */
  async function loadDictionary(request: FileRequest, { version, file }: HeldDictionary): Promise<Buffer | undefined> {
    const { part } = request.params
    try {
      if ((await rightsTo(request, part, version)) !== 'everybody') return undefined
      return (await load({ part, version, file, right: 'everybody', mayHave: async () => false }))?.bytes
    } catch (error) {
      const { message: reason } = error as Error
      if (!(error instanceof NoSuchRelease) && mayLogDictionary())
        log.warn({ part, version, file, reason }, 'a dictionary cannot be read: the whole file is sent')
      return undefined
    }
  }

  /** What is new since the version that this browser has, which may keep this one as the next dictionary. */
  async function deltaOf(request: FileRequest, reply: FastifyReply, { bytes, brotli }: ReleaseFile) {
    const { part, version, '*': file } = request.params
    const match = brotli && useAsDictionary(part, version, file)
    if (!match) return undefined
    reply.header('use-as-dictionary', match)
    const encoding = acceptedEncoding(request.headers['accept-encoding'], WITH_DICTIONARY)
    const held = encoding && heldDictionary(request.headers)
    if (!held) return undefined
    const target = { name: releaseFileUrl(part, version, file), bytes, brotli }
    const delta = await deltas.from(held, target, encoding, () => loadDictionary(request, held))
    if (delta) reply.header('content-encoding', encoding)
    // Clients can name any dictionary: shared caches must not keep a copy for each.
    else reply.header('cache-control', FOREVER.replace('public', 'private'))
    return delta
  }
}
