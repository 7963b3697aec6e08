import { createHash } from 'node:crypto'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { Semaphore } from '@marram/server/semaphore'
import type { FastifyRequest } from 'fastify'
import { expiringCache } from '../limits/expiring-cache'
import { RateLimiter } from '../limits/rate-limiter'
import { TooManyLinks } from '../previews/preview-lookup'
import type { EverLive } from '../releases/ever-live'
import { httpGet } from '../releases/http-get'
import { TooManyFetches } from '../releases/release-store'

/** `everybody` may have files of this release, or the client (`holder`) by a preview or a token; else undefined. */
export type Right = 'everybody' | 'holder' | undefined
export type FileRights = (request: FastifyRequest, part: string, version: string) => Promise<Right>
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
