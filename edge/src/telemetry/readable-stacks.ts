import { releaseFileUrl } from '@marram/release-contract/release'
import type { Logger } from '@marram/server/log'
import { expiringCache } from '../limits/expiring-cache'
import { httpGet } from '../releases/http-get'
import { NoSuchRelease, type ReleaseStore } from '../releases/release-store'
import { integrityOf, WrongDigest } from '../releases/stored-release'
import { SourceMapLookup } from './source-map-lookup'
import { type Frame, framesOf, frameText } from './stack-frames'

/** Beyond that a stack is logged as it came: clients decide how many there are. */
const MOST_AT_ONCE = 8
/** A map that could not be had is asked for again after this. */
const AGAIN_MS = 60_000
const MOST_FAILURES = 500

type Parts = {
  store: Pick<ReleaseStore, 'open'>
  registry: string
  /** An edge's, at the registry. Without one, stacks stay as they are. */
  token: string | undefined
  log: Pick<Logger, 'warn'>
}

/** Makes stacks of minified files readable, by the source maps that the registry keeps with each release. */
export class ReadableStacks {
  private readonly lookup = new SourceMapLookup()
  /** Addresses of maps that could not be had. */
  private readonly failed = expiringCache<true>({ max: MOST_FAILURES, ttl: AGAIN_MS })
  private busy = 0

  constructor(private readonly parts: Parts) {}

  /** `part@version source:line:column name` for each frame in a release, innermost first; nothing else of the stack. */
  async read(stack: string): Promise<string[]> {
    const frames = framesOf(stack)
    if (!this.parts.token || this.busy >= MOST_AT_ONCE) return frames.map(frameText)
    this.busy += 1
    try {
      const texts: string[] = []
      // One after the other: mostly they are in the same file, and its map is loaded once.
      for (const frame of frames) texts.push(await this.readFrame(frame))
      return texts
    } finally {
      this.busy -= 1
    }
  }

  stop(): void {
    this.lookup.stop()
  }

  private async readFrame(frame: Frame): Promise<string> {
    const { part, version, line, column } = frame
    const address = releaseFileUrl(part, version, `${frame.file}.map`)
    if (this.failed.has(address)) return frameText(frame)
    try {
      const [found] = await this.lookup.find(address, [{ line, column }], () => this.load(frame, address))
      if (!found) return frameText(frame)
      const { source, name } = found
      return `${part}@${version} ${source}:${found.line}:${found.column}${name ? ` ${name}` : ''}`
    } catch (error) {
      this.failed.set(address, true)
      // A release that was never published is the client's mistake.
      if (!(error instanceof NoSuchRelease))
        this.parts.log.warn({ part, version, reason: (error as Error).message }, 'a source map cannot be read')
      return frameText(frame)
    }
  }

  private async load({ part, version, file }: Frame, address: string): Promise<Buffer> {
    const { manifest } = await this.parts.store.open({ part, version })
    const expected = manifest.files[`${file}.map`]?.integrity
    if (!expected) throw new NoSuchRelease(`${part} ${version} has no source map of ${file}`)
    const headers = { authorization: `Bearer ${this.parts.token}` }
    const { status, body } = await httpGet(this.parts.registry + address, { headers })
    if (status !== 200) throw new Error(`the registry answers ${status} for ${address}`)
    if (integrityOf(body) !== expected) throw new WrongDigest(`digest of ${address}`)
    return body
  }
}
