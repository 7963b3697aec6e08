import { releaseFileUrl } from '@marram/release-contract/release-files'
import type { Logger } from '@marram/server/log'
import { expiringCache } from '../limits/expiring-cache'
import { SourceMapLookup } from './source-map-lookup'

/** A place in a file of a release. Lines and columns count from 1, as browsers and Node count in stacks. */
export type Frame = { part: string; version: string; file: string; line: number; column: number }

const MOST_FRAMES = 12
const MOST_CHARACTERS = 8000
/** Beyond that, stacks are logged unchanged: clients control how many there are. */
const MOST_AT_ONCE = 8
const RETRY_MAP_MS = 60_000
const MOST_FAILURES = 500

/** By address, as in a browser, or by path on this disk, as in a render process. */
const place =
  /[/\\]releases[/\\](?:files[/\\])?([a-z][a-z0-9-]{0,60})[/\\](\d[\w.+-]{0,100})[/\\]([\w@.~/\\-]{1,300}\.js)(?:\?[^\s:)]{0,100})?:(\d{1,9}):(\d{1,9})/

/** The frames of a stack that are in files of releases. Messages, names and all other addresses are left out. */
export function framesOf(stack: string): Frame[] {
  const lines = stack.slice(0, MOST_CHARACTERS).split('\n')
  const found = lines.flatMap((text) => {
    const [, part = '', version = '', file, line, column] = place.exec(text) ?? []
    if (!file) return []
    return [{ part, version, file: file.replaceAll('\\', '/'), line: Number(line), column: Number(column) }]
  })
  return found.slice(0, MOST_FRAMES)
}

/** Without lines that name other files: a section can write any stack, and its process has only its own files. */
export const ownLines = (stack: string, isOwn: (frame: Frame) => boolean): string =>
  stack
    .split('\n')
    .filter((line) => framesOf(line).every(isOwn))
    .join('\n')

/** The section, if its files are in the stack. A section can write any stack, so nothing else is trusted. */
export const throwingSection = (stack: string, section: string | undefined): string | undefined =>
  framesOf(stack).some(({ part }) => part === section) ? section : undefined

export const frameText = ({ part, version, file, line, column }: Frame) =>
  `${part}@${version} ${file}:${line}:${column}`

type Parts = {
  /** Loads the source map of a file of a release. Undefined without a token for them: stacks stay as they are. */
  loadMap: ((part: string, version: string, file: string) => Promise<Uint8Array>) | undefined
  log: Pick<Logger, 'warn'>
}

export class ReadableStacks {
  private readonly lookup = new SourceMapLookup()
  private readonly failed = expiringCache<true>({ max: MOST_FAILURES, ttl: RETRY_MAP_MS })
  private busy = 0

  constructor(private readonly parts: Parts) {}

  /** `part@version source:line:column name` for each frame in a release, innermost first; nothing else of the stack. */
  async read(stack: string): Promise<string[]> {
    const frames = framesOf(stack)
    if (!this.parts.loadMap || this.busy >= MOST_AT_ONCE) return frames.map(frameText)
    this.busy += 1
    try {
      const texts: string[] = []
      // Sequential: they are mostly in the same file, whose map is then loaded once.
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
    const { part, version, file, line, column } = frame
    const { loadMap, log } = this.parts
    const address = releaseFileUrl(part, version, `${file}.map`)
    if (!loadMap || this.failed.has(address)) return frameText(frame)
    try {
      const found = await this.lookup.find(address, { line, column }, () => loadMap(part, version, file))
      if (!found) return frameText(frame)
      const { source, name } = found
      return `${part}@${version} ${source}:${found.line}:${found.column}${name ? ` ${name}` : ''}`
    } catch (error) {
      this.failed.set(address, true)
      // A release that was never published is the client's mistake.
      if ((error as Error).name !== 'NoSuchRelease')
        log.warn({ part, version, reason: (error as Error).message }, 'a source map cannot be read')
      return frameText(frame)
    }
  }
}
