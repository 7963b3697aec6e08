import type { DiscoveryDocument, DiscoveryEntry } from '@marram/contracts/discovery'
import { SHELL } from '@marram/contracts/release'
import { resolve } from '@marram/contracts/resolve'
import type { Logger } from '@marram/service/log'
import type { EdgeSettings } from './environment'
import type { LiveComposition } from './live-composition'
import { idOf, openComposition } from './open-composition'
import type { ReleaseStore } from './release-store'
import type { RenderPool } from './render-pool'
import { RenderProcessEnded, RenderTimeout } from './render-worker'
import { type Chosen, UsableReleases, type Wanted, wanted } from './usable-releases'

type Parts = {
  store: Pick<ReleaseStore, 'open' | 'read'>
  pool: Pick<RenderPool, 'size' | 'tryLink' | 'tryShell' | 'openComposition' | 'closeComposition' | 'frame'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL' | 'LIVE_RELOAD'>
  log: Logger
}
type Opening = { id: string; live: Promise<LiveComposition> }

const OPEN_AT_ONCE = 24
/** How long going live waits for one release. What takes longer goes live when it is ready. */
const PATIENCE_MS = 1000
/** A developer wants to see the new version, and has nobody else's promotion to wait for. */
const DEVELOPER_PATIENCE_MS = 10_000

/** Turns visitors into compositions that can be served; what cannot be used gives way to the last good release. */
export class Compositions {
  private document: DiscoveryDocument | undefined
  private stable: LiveComposition | undefined
  /** The default version of each part in the last document that came, taken or not. */
  private readonly promoted = new Map<string, string>()
  /** By the releases chosen; most recently used last. */
  private readonly openings = new Map<string, Opening>()
  private readonly releases: UsableReleases

  constructor(private readonly parts: Parts) {
    this.releases = new UsableReleases(parts)
  }

  /** Opens what most visitors will get, and only then lets visitors have it. */
  async useDocument(document: DiscoveryDocument): Promise<LiveComposition> {
    if (!document.microFrontends[SHELL]) throw new Error('nothing has been promoted yet: there is no shell')
    const parts = Object.entries(document.microFrontends)
    for (const [part, entries] of parts) this.giveFreshChance(part, defaultOf(entries).extras.version)
    const all = parts.flatMap(([part, entries]) => entries.map((entry) => wanted(part, entry)))
    const sections = all.filter(({ part }) => part !== SHELL)
    const shells = all.filter(({ part }) => part === SHELL)
    // The first document is waited for: there is nothing that visitors could have meanwhile.
    const patience = this.document && (this.parts.settings.LIVE_RELOAD ? DEVELOPER_PATIENCE_MS : PATIENCE_MS)
    // Candidates too: a visitor of a rollout waits no longer than the others.
    await Promise.all(shells.map((shell) => this.releases.prepare([shell, ...sections], patience, PATIENCE_MS)))
    const live = await this.open(parts.map(([part, entries]) => wanted(part, defaultOf(entries))))
    this.document = document
    this.stable = live
    this.releases.keepOnly(all)
    return live
  }

  get ready(): boolean {
    return this.document !== undefined && this.parts.pool.size > 0
  }

  async forVisitor(visitor: string): Promise<LiveComposition> {
    if (!this.document || !this.stable) throw new Error('there is no discovery document yet')
    try {
      return await this.open(resolve(this.document, visitor).map(({ part, entry }) => wanted(part, entry)))
    } catch (error) {
      this.parts.log.error({ reason: (error as Error).message }, 'a visitor gets the last composition that was opened')
      return this.stable
    }
  }

  /** A release that failed is tried again at once when it is promoted, and not because another part is. */
  private giveFreshChance(part: string, version: string): void {
    if (this.promoted.get(part) === version) return
    this.promoted.set(part, version)
    this.releases.forgetFailure(part, version)
  }

  /** Opens the best that can be used now; waits for the render processes, and hardly for a release. */
  private async open(parts: Wanted[]): Promise<LiveComposition> {
    for (;;) {
      const chosen = this.releases.choose(parts)
      if (!chosen) throw new Error(`no release of the shell can be used: ${this.releases.shellFailure(parts)}`)
      const key = keyOf(chosen)
      const known = this.openings.get(key)
      const opening = known ?? { id: idOf(chosen), live: openComposition(this.parts, chosen) }
      this.openings.delete(key)
      this.openings.set(key, opening)
      try {
        const live = await opening.live
        this.closeOldest()
        return live
      } catch (error) {
        if (this.openings.get(key) === opening) this.openings.delete(key)
        // A process that ended or was late says nothing. Otherwise it is the shell: sections are linked by now.
        if (error instanceof RenderTimeout || error instanceof RenderProcessEnded) throw error
        this.releases.blameShell(chosen.shell, String((error as Error).message).split('\n', 1)[0] as string)
        await this.releases.prepare(parts, PATIENCE_MS, PATIENCE_MS)
      }
    }
  }

  private closeOldest(): void {
    while (this.openings.size > OPEN_AT_ONCE) {
      const [key, { id }] = this.openings.entries().next().value as [string, Opening]
      this.openings.delete(key)
      // The same versions with other releases behind them are another entry here, and one composition to the processes.
      if (![...this.openings.values()].some((other) => other.id === id)) this.parts.pool.closeComposition(id)
    }
  }
}

const defaultOf = (entries: DiscoveryEntry[]): DiscoveryEntry =>
  (entries.find(({ deployment }) => deployment.default) ?? entries[0]) as DiscoveryEntry

const keyOf = ({ shell, sections, unavailable }: Chosen): string =>
  JSON.stringify([
    shell.manifest.version,
    ...Object.entries(sections)
      .map(([part, releases]) => [part, ...releases.map(({ manifest }) => manifest.version)])
      .sort(),
    unavailable,
  ])
