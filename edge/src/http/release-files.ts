import { createHash } from 'node:crypto'
import { isForBrowsers, RELEASE_FILE, releaseFileUrl, SHELL, WATCHDOG } from '@marram/release-contract/release'
import { contentType } from '@marram/server/content-type'
import { acceptedEncoding, BROTLI_ALONE } from '@marram/server/encodings'
import type { Logger } from '@marram/server/log'
import { Semaphore } from '@marram/server/semaphore'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { expiringCache } from '../limits/expiring-cache'
import { RateLimiter } from '../limits/rate-limiter'
import { atMostEvery } from '../limits/timing'
import { TooManyLinks } from '../previews/preview-lookup'
import type { EverLive } from '../releases/ever-live'
import { httpGet } from '../releases/http-get'
import type { MayHave, ReleaseSources } from '../releases/release-sources'
import { NoSuchRelease, TooManyFetches } from '../releases/release-store'
import { readBrotli, readFile, type StoredRelease } from '../releases/stored-release'
import { refuseWith } from '../requests/error-pages'
import { SANDBOX, WORKER_POLICY } from './headers'

/** These files are not pages of this site: browsers save them. */
const typeOf = (file: string) => (/\.html$/i.test(file) ? 'application/octet-stream' : contentType(file))

const MAX_BYTES = 64 * 1024 * 1024
const RETRY_AFTER_S = 5
const LOG_EVERY_MS = 5000

const isPublic = ({ manifest }: StoredRelease, file: string) =>
  file === RELEASE_FILE || (Object.hasOwn(manifest.files, file) && isForBrowsers(manifest, file))

/** `origin`: of a dev source, whose next build may take this address. */
type ReleaseFile = { bytes: Buffer; brotli: Buffer | undefined; origin?: string }

/** Serves release files from this edge's own checked copies. 404 without permission. */
export function releaseFileHandler(
  store: Pick<ReleaseSources, 'open'>,
  log: Logger,
  rightsTo: FileRights,
  mayHave: (request: FastifyRequest, origin: string) => Promise<boolean> = async () => false,
) {
  const memory = new LRUCache<string, ReleaseFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes, brotli }) => 1 + bytes.length + (brotli?.length ?? 0),
  })
  const mayLogCrowd = atMostEvery(LOG_EVERY_MS)

  async function load(part: string, version: string, file: string, right: Right, mayHave: MayHave) {
    const key = releaseFileUrl(part, version, file)
    const known = right && memory.get(key)
    if (known) return known
    const release = await store.open({ part, version }, mayHave, right !== undefined)
    if (!isPublic(release, file)) return undefined
    const { origin } = release
    const loaded: ReleaseFile = { bytes: await readFile(release, file), brotli: await brotliOf(release, file), origin }
    if (origin === undefined) memory.set(key, loaded)
    return loaded
  }

  /** Undefined if that is damaged too: the file itself is stored and checked. */
  const brotliOf = (release: StoredRelease, file: string) =>
    readBrotli(release, file).catch(({ message: reason }: Error) => {
      const { name: part, version } = release.manifest
      log.error({ part, version, file, reason }, 'a compressed file is damaged on this disk: it is sent uncompressed')
      return undefined
    })

  return async (
    request: FastifyRequest<{ Params: { part: string; version: string; '*': string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { part, version, '*': file } = request.params
    reply.headers({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      // A file of a section that runs as a worker can connect to nothing.
      'content-security-policy': part === SHELL && file === WATCHDOG ? WORKER_POLICY : SANDBOX,
      vary: 'accept-encoding',
    })
    // A missing file may be published later: a failure is never cached.
    const refuse = (code: number, message: string, retryAfterS?: number) =>
      refuseWith(reply.header('cache-control', 'no-store'), code, message, retryAfterS)
    let found: ReleaseFile | undefined
    let right: Right
    try {
      right = await rightsTo(request, part, version)
      found = await load(part, version, file, right, (origin) => mayHave(request, origin))
    } catch (error) {
      if (error instanceof NoSuchRelease) return refuse(404, 'There is no such release.')
      const { message: reason } = error as Error
      if (!(error instanceof TooManyFetches))
        log.error({ part, version, file, reason }, 'a release file cannot be served')
      else if (mayLogCrowd()) log.warn({ reason }, 'too many releases are requested: clients get 503')
      return refuse(503, 'This release file cannot be served now.', RETRY_AFTER_S)
    }
    if (!found) return refuse(404, 'There is no such release file.')
    // Files that are not public are for no cache and no other origin.
    if (right === 'holder')
      reply.removeHeader('access-control-allow-origin').header('cross-origin-resource-policy', 'same-origin')
    const forEverybody = found.origin === undefined ? 'public, max-age=31536000, immutable' : 'no-store'
    reply.header('cache-control', right === 'holder' ? 'private, no-store' : forEverybody).type(typeOf(file))
    if (found.brotli && acceptedEncoding(request.headers['accept-encoding'], BROTLI_ALONE))
      return reply.header('content-encoding', 'br').send(found.brotli)
    return reply.send(found.bytes)
  }
}

/** `everybody` may have files of this release, or the client (`holder`) by a preview or a token; else undefined. */
type Right = 'everybody' | 'holder' | undefined
type FileRights = (request: FastifyRequest, part: string, version: string) => Promise<Right>
type Rights = {
  everLive: Pick<EverLive, 'isKnown' | 'has'>
  previews: { names: (request: FastifyRequest, part: string, version: string) => Promise<boolean> }
  registry: string
}

const TOKEN_MS = 5000
const MOST_TOKENS = 200
const QUESTIONS_PER_MINUTE = 60
const QUESTIONS = { atOnce: 8, waiting: 64, waitMs: 3000 }
const RESPONSE_MS = 3000

const tooMany = () => new TooManyFetches('too many releases are asked for with a token')

export function fileRights({ everLive, previews, registry }: Rights): FileRights {
  /** What tokens may read, by digest of token and release; no token is stored. */
  const reads = expiringCache<Promise<boolean>>({ max: MOST_TOKENS, ttl: TOKEN_MS })
  const limit = new RateLimiter(QUESTIONS_PER_MINUTE)
  const semaphore = new Semaphore(QUESTIONS)

  async function isShown(request: FastifyRequest, part: string, version: string): Promise<boolean> {
    try {
      return await previews.names(request, part, version)
    } catch (error) {
      // Clients with too many invalid links get only public files.
      if (error instanceof TooManyLinks) return false
      throw error
    }
  }

  async function mayRead({ headers, ip }: FastifyRequest, part: string, version: string): Promise<boolean> {
    const { authorization } = headers
    if (authorization === undefined || !/^Bearer [\w.~+/-]{1,200}=*$/i.test(authorization)) return false
    const address = releaseFileUrl(part, version, RELEASE_FILE)
    const key = createHash('sha256').update(`${authorization} ${address}`).digest('base64url')
    const known = reads.get(key)
    if (known) return known
    if (!limit.allows(ip)) throw tooMany()
    const asking = semaphore.run(() => askRegistry(address, authorization), tooMany)
    reads.set(key, asking)
    asking.catch(() => reads.delete(key))
    return asking
  }

  async function askRegistry(address: string, authorization: string): Promise<boolean> {
    const { status } = await httpGet(registry + address, { headers: { authorization }, timeout: RESPONSE_MS })
    if (status >= 500) throw new Error(`the registry responded with ${status} when asked what a token may read`)
    return status === 200
  }

  return async (request, part, version) => {
    if (everLive.isKnown(part, version)) return 'everybody'
    if ((await isShown(request, part, version)) || (await mayRead(request, part, version))) return 'holder'
    return (await everLive.has(part, version)) ? 'everybody' : undefined
  }
}
