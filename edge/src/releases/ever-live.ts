import fs from 'node:fs/promises'
import path from 'node:path'
import { releaseCalls } from '@marram/release-contract/calls/releases'
import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import { RegistryError, sendCall } from '@marram/release-contract/registry-client'
import { partName } from '@marram/release-contract/section'
import { versionPattern } from '@marram/release-contract/version'
import type { Logger } from '@marram/server/log'
import { Semaphore } from '@marram/server/semaphore'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { expiringCache } from '../limits/expiring-cache'
import { type EdgeSettings, registryAccess } from '../settings'
import { TooManyFetches } from './release-store'
import { writeAtomically } from './stored-release'
import { allOf, namesOf } from './wanted-releases'

type Settings = Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT'> & { folder: string; log: Logger }

/** How long "no" is cached: the release may go live meanwhile. */
const NO_MS = 500
const MOST_CACHED = 1000
/** More than years of releases; others are looked up again. */
const MOST_KNOWN = 20_000
/** Any client can request any release, so concurrent lookups are bounded. */
const LOOKUP_LIMITS = { atOnce: 8, waiting: 128, waitMs: 5000 }

const saved = z.object({ releases: z.array(z.string()) })

/** Which releases were ever live in this environment: their files stay public, for tabs that are still open. */
export class EverLive {
  /** As `part@version`. */
  private readonly known = new LRUCache<string, true>({ max: MOST_KNOWN })
  private readonly lookups = expiringCache<'yes' | 'no'>({
    max: MOST_CACHED,
    ttl: NO_MS,
    fetchMethod: (key) =>
      this.semaphore.run(
        () => this.ask(key),
        () => new TooManyFetches(`too many releases are requested: ${key} has to wait`),
      ),
  })
  private readonly semaphore = new Semaphore(LOOKUP_LIMITS)
  private saving = Promise.resolve()

  constructor(private readonly settings: Settings) {}

  private get file(): string {
    return path.join(this.settings.folder, `ever-live-${this.settings.MARRAM_ENVIRONMENT}.json`)
  }

  async start(): Promise<void> {
    try {
      const { releases } = saved.parse(JSON.parse(await fs.readFile(this.file, 'utf8')))
      for (const key of releases) this.known.set(key, true)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      const reason = (error as Error).message
      this.settings.log.error(
        { reason },
        'the list of releases that were ever live cannot be read: the registry is asked again',
      )
    }
  }

  /** Resolves once everything known is saved, or saving has failed. */
  stop(): Promise<void> {
    return this.saving
  }

  /** All releases that a document names are live, or were. */
  learn(document: DiscoveryDocument): void {
    this.remember(namesOf(allOf(document)))
  }

  isKnown(part: string, version: string): boolean {
    return this.known.has(`${part}@${version}`)
  }

  /** Throws if the registry does not respond, or there are too many lookups. */
  async has(part: string, version: string): Promise<boolean> {
    if (this.isKnown(part, version)) return true
    if (!partName.safeParse(part).success || !versionPattern.test(version)) return false
    const key = `${part}@${version}`
    const wasLive = (await this.lookups.forceFetch(key)) === 'yes'
    if (wasLive) this.remember([key])
    return wasLive
  }

  private async ask(key: string): Promise<'yes' | 'no'> {
    const [part, version] = key.split('@')
    const input = { environment: this.settings.MARRAM_ENVIRONMENT, part, version }
    try {
      return (await sendCall(registryAccess(this.settings), releaseCalls.everLive, input)).everLive ? 'yes' : 'no'
    } catch (error) {
      // No release has such a name.
      if (error instanceof RegistryError && error.status === 400) return 'no'
      throw error
    }
  }

  private remember(keys: string[]): void {
    const added = keys.filter((key) => !this.known.has(key))
    for (const key of added) this.known.set(key, true)
    if (added.length > 0) this.saving = this.saving.then(() => this.save())
  }

  private async save(): Promise<void> {
    try {
      await writeAtomically(this.file, JSON.stringify({ releases: [...this.known.keys()] }))
    } catch (error) {
      const reason = (error as Error).message
      this.settings.log.error({ reason }, 'the list of releases that were ever live cannot be saved')
    }
  }
}
