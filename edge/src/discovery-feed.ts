import fs from 'node:fs/promises'
import path from 'node:path'
import { type DiscoveryDocument, discoveryDocument } from '@marram/contracts/discovery'
import type { Logger } from '@marram/service/log'
import { rawGet } from './raw-get'
import { writeAtomically } from './release-store'

/**
 * Follows the registry's discovery document. What was last seen is kept on disk:
 * with the registry down, running edges and starting ones go on with it.
 */
export class DiscoveryFeed {
  private etag: string | undefined
  private timer: NodeJS.Timeout | undefined
  private stopped = false
  private reachable = true

  constructor(
    private readonly settings: { url: string; folder: string; pollMs: number; log: Logger },
    /** Awaited before the next poll: a document counts as taken once this resolves. */
    private readonly onChange: (document: DiscoveryDocument) => Promise<void>,
  ) {}

  private get file() {
    return path.join(this.settings.folder, 'discovery.json')
  }

  /** Resolves after the first attempt, whether or not there was a document. */
  async start(): Promise<void> {
    if (!(await this.poll())) await this.useKept()
    this.schedule()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private schedule(): void {
    if (this.stopped) return
    this.timer = setTimeout(() => this.poll().finally(() => this.schedule()), this.settings.pollMs)
  }

  /** True when the registry answered. */
  private async poll(): Promise<boolean> {
    const { url, log } = this.settings
    try {
      const answer = await rawGet(url, { headers: this.etag ? { 'if-none-match': this.etag } : {}, timeout: 3000 })
      if (answer.status !== 304) {
        if (answer.status !== 200) throw new Error(`the registry answers ${answer.status}`)
        const document = discoveryDocument.parse(JSON.parse(answer.body.toString('utf8')))
        await this.onChange(document)
        await writeAtomically(this.file, answer.body)
        this.etag = answer.etag
      }
      if (!this.reachable) log.info('the registry answers again')
      this.reachable = true
      return true
    } catch (error) {
      if (this.reachable)
        log.warn({ reason: String((error as Error).message) }, 'going on with the last discovery document')
      this.reachable = false
      return false
    }
  }

  private async useKept(): Promise<void> {
    try {
      await this.onChange(discoveryDocument.parse(JSON.parse(await fs.readFile(this.file, 'utf8'))))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      // The next poll brings another one: no reason to end.
      this.settings.log.error(
        { reason: String((error as Error).message) },
        'the kept discovery document cannot be used',
      )
    }
  }
}
