import fs from 'node:fs/promises'
import path from 'node:path'
import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import { partName } from '@marram/release-contract/section'
import { versionPattern } from '@marram/release-contract/version'
import type { Logger } from '@marram/server/log'
import { Semaphore } from '@marram/server/semaphore'
import { z } from 'zod'
import { expiringCache } from '../limits/expiring-cache'
import type { EdgeSettings } from '../settings'
import { httpGet } from './http-get'
import { TooManyFetches } from './release-store'
import { wanted, writeAtomically } from './stored-release'

type Settings = Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT'> & { folder: string; log: Logger }

/** So long a no stands: it may go live meanwhile. */
const NOT_YET_MS = 500
const MOST_NOT_YET = 1000
/** Longer than a site's releases of years; the longest known go first, and can be asked for again. */
const MOST_KNOWN = 20_000
/** Any client can ask for anything: a bounded number of questions at a time. */
const QUESTIONS = { atOnce: 8, waiting: 128, waitMs: 5000 }
const ANSWER_MS = 3000

const saved = z.object({ releases: z.array(z.string()) })
const response = z.object({ everLive: z.boolean() })

/**
 * Which releases visitors of this edge's environment had at any time. Their files are for everybody, for ever: a tab
 * that is open keeps its composition. The registry knows it; a yes is remembered, also by the next start.
 */
export class EverLive {
  /** As `part@version`. */
  private known = new Set<string>()
  private readonly asking = new Map<string, Promise<boolean>>()
  /** Where the registry said no a moment ago. */
  private readonly notYet = expiringCache<true>({ max: MOST_NOT_YET, ttl: NOT_YET_MS })
  private readonly semaphore = new Semaphore(QUESTIONS)
  private isDirty = false
  private saving: Promise<void> | undefined

  constructor(private readonly settings: Settings) {}

  private get file(): string {
    return path.join(this.settings.folder, `ever-live-${this.settings.MARRAM_ENVIRONMENT}.json`)
  }

  /** What an earlier start has learned. Without it everything is asked for again. */
  async start(): Promise<void> {
    try {
      this.known = new Set(saved.parse(JSON.parse(await fs.readFile(this.file, 'utf8'))).releases)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      const reason = (error as Error).message
      this.settings.log.error({ reason }, 'what was live at any time cannot be read: the registry is asked again')
    }
  }

  /** Resolves once what is known is saved, or cannot be. */
  async stop(): Promise<void> {
    await this.saving
  }

  /** What a document names is live, or was. */
  learn(document: DiscoveryDocument): void {
    for (const [part, entries] of Object.entries(document.microFrontends))
      for (const { references } of entries.map((entry) => wanted(part, entry)))
        for (const { version } of references) this.add(`${part}@${version}`)
  }

  isKnown(part: string, version: string): boolean {
    return this.known.has(`${part}@${version}`)
  }

  /** Throws where it is not known: the registry does not respond, or too many ask. */
  async has(part: string, version: string): Promise<boolean> {
    const key = `${part}@${version}`
    if (this.known.has(key)) return true
    if (!partName.safeParse(part).success || !versionPattern.test(version)) return false
    if (this.notYet.has(key)) return false
    const asking = this.asking.get(key) ?? this.askInTurn(part, version).finally(() => this.asking.delete(key))
    this.asking.set(key, asking)
    const wasLive = await asking
    if (wasLive) this.add(key)
    else this.notYet.set(key, true)
    return wasLive
  }

  private askInTurn(part: string, version: string): Promise<boolean> {
    return this.semaphore.run(
      () => this.ask(part, version),
      () => new TooManyFetches(`too many releases are asked for: ${part}/${version} has to wait`),
    )
  }

  private async ask(part: string, version: string): Promise<boolean> {
    const { RELEASES_URL, MARRAM_ENVIRONMENT } = this.settings
    const address = `/releases/environments/${MARRAM_ENVIRONMENT}/parts/${part}/versions/${version}/ever-live`
    const { status, body } = await httpGet(RELEASES_URL + address, { timeout: ANSWER_MS })
    // Names that it does not take are none of releases.
    if (status === 400) return false
    if (status !== 200) throw new Error(`the registry answers ${status} to whether ${part}/${version} was live`)
    return response.parse(JSON.parse(body.toString('utf8'))).everLive
  }

  private add(key: string): void {
    if (this.known.has(key)) return
    this.known.add(key)
    this.notYet.delete(key)
    const [oldest] = this.known
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest)
    this.isDirty = true
    this.saving ??= this.save().finally(() => {
      this.saving = undefined
    })
  }

  private async save(): Promise<void> {
    // What is added while it is written is written after that.
    await Promise.resolve()
    while (this.isDirty) {
      this.isDirty = false
      try {
        await writeAtomically(this.file, JSON.stringify({ releases: [...this.known] }))
      } catch (error) {
        const reason = (error as Error).message
        this.settings.log.error({ reason }, 'what was live at any time cannot be saved')
      }
    }
  }
}
