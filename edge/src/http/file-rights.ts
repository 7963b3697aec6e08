import { createHash } from 'node:crypto'
import { RELEASE_FILE, releaseFileUrl } from '@marram/release-contract/release'
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

type Parts = {
  everLive: Pick<EverLive, 'isKnown' | 'has'>
  /** Whether what the visitor's preview shows has this release. */
  previews: { names: (request: FastifyRequest, part: string, version: string) => Promise<boolean> }
  registry: string
}

/** So long what a token may read stands. */
const KNOWN_MS = 5000
const MOST_KNOWN = 200
const QUESTIONS_PER_MINUTE = 60
const QUESTIONS = { atOnce: 8, waiting: 64, waitMs: 3000 }
const ANSWER_MS = 3000

/** Who may have files of a release of the registry. */
export function fileRights({ everLive, previews, registry }: Parts): FileRights {
  const tokens = new TokenReads(registry)
  return async (request, part, version) => {
    if (everLive.isKnown(part, version)) return 'everybody'
    if (await isShown(request, part, version)) return 'holder'
    if (await tokens.mayRead(request, part, version)) return 'holder'
    return (await everLive.has(part, version)) ? 'everybody' : undefined
  }

  async function isShown(request: FastifyRequest, part: string, version: string): Promise<boolean> {
    try {
      return await previews.names(request, part, version)
    } catch (error) {
      // Clients with too many invalid links have what everybody has.
      if (error instanceof TooManyLinks) return false
      throw error
    }
  }
}

const tooMany = () => new TooManyFetches('too many releases are asked for with a token')

/** What the registry lets holders of tokens read, which it is asked for one release at a time. */
class TokenReads {
  /** By digest of token and release; no token is stored. */
  private readonly known = expiringCache<Promise<boolean>>({ max: MOST_KNOWN, ttl: KNOWN_MS })
  private readonly limit = new RateLimiter(QUESTIONS_PER_MINUTE)
  private readonly semaphore = new Semaphore(QUESTIONS)

  constructor(private readonly registry: string) {}

  async mayRead({ headers, ip }: FastifyRequest, part: string, version: string): Promise<boolean> {
    const { authorization } = headers
    if (authorization === undefined || !/^Bearer [\w.~+/-]{1,200}=*$/i.test(authorization)) return false
    const address = releaseFileUrl(part, version, RELEASE_FILE)
    const key = createHash('sha256').update(`${authorization} ${address}`).digest('base64url')
    const known = this.known.get(key)
    if (known) return known
    if (!this.limit.allows(ip)) throw tooMany()
    const reads = this.semaphore.run(() => this.ask(address, authorization), tooMany)
    this.known.set(key, reads)
    reads.catch(() => this.known.delete(key))
    return reads
  }

  private async ask(address: string, authorization: string): Promise<boolean> {
    const { status } = await httpGet(this.registry + address, { headers: { authorization }, timeout: ANSWER_MS })
    if (status === 200) return true
    if (status < 500) return false
    throw new Error(`the registry answers ${status} to what a token may read`)
  }
}
