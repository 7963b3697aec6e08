import { createHash } from 'node:crypto'
import { RELEASE_FILE, releaseFileUrl } from '@marram/release-contract/release'
import type { FastifyRequest } from 'fastify'
import { RateLimit } from '../limits/rate-limiter'
import { Turns } from '../limits/semaphore'
import { TooManyLinks } from '../previews/preview-lookup'
import type { EverLive } from '../releases/ever-live'
import { rawGet } from '../releases/http-get'
import { TooManyFetches } from '../releases/release-store'

/** `everybody` may have files of this release, or whoever asks (`holder`) by a preview or a token; undefined for nobody. */
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
      // Who has made up too many links has what everybody has.
      if (error instanceof TooManyLinks) return false
      throw error
    }
  }
}

/** What the registry lets holders of tokens read, which it is asked for one release at a time. */
class TokenReads {
  /** By digest of token and release, oldest first; no token is kept. */
  private readonly known = new Map<string, { at: number; told: Promise<boolean> }>()
  private readonly limit = new RateLimit(QUESTIONS_PER_MINUTE)
  private readonly turns = new Turns(QUESTIONS)

  constructor(private readonly registry: string) {}

  async mayRead({ headers, ip }: FastifyRequest, part: string, version: string): Promise<boolean> {
    const { authorization } = headers
    if (authorization === undefined || !/^Bearer [\w.~+/-]{1,200}=*$/i.test(authorization)) return false
    const address = releaseFileUrl(part, version, RELEASE_FILE)
    const key = createHash('sha256').update(`${authorization} ${address}`).digest('base64url')
    const last = this.known.get(key)
    if (last && performance.now() - last.at < KNOWN_MS) return last.told
    if (!this.limit.allows(ip)) throw new TooManyFetches('too many releases are asked for with a token')
    const told = this.ask(address, authorization)
    this.known.delete(key)
    this.known.set(key, { at: performance.now(), told })
    told.catch(() => this.known.delete(key))
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest)
    return told
  }

  private async ask(address: string, authorization: string): Promise<boolean> {
    const give = await this.turns.take()
    if (!give) throw new TooManyFetches('too many releases are asked for with a token')
    try {
      const { status } = await rawGet(this.registry + address, { headers: { authorization }, timeout: ANSWER_MS })
      if (status === 200) return true
      if (status < 500) return false
      throw new Error(`the registry answers ${status} to what a token may read`)
    } finally {
      give()
    }
  }
}
