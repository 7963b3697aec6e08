import type { DiscoveryDocument, DiscoveryEntry } from '@marram/contracts/discovery'
import { type SectionRelease, SHELL, type ShellRelease } from '@marram/contracts/release'
import { compositionId, resolve } from '@marram/contracts/resolve'
import type { Logger } from '@marram/service/log'
import type { EdgeSettings } from './environment'
import { compositionFor, type LiveComposition, pagesBySpecificity } from './live-composition'
import { contentSecurityPolicy } from './policy'
import type { ReleaseStore } from './release-store'
import type { RenderPool } from './render-pool'
import { RenderProcessEnded, RenderTimeout } from './render-worker'
import { type Chosen, serverBuild, UsableReleases, type Wanted, wanted } from './usable-releases'

type Parts = {
  store: Pick<ReleaseStore, 'open' | 'read'>
  pool: Pick<RenderPool, 'size' | 'tryLink' | 'openComposition' | 'closeComposition' | 'frame'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}
const OPEN_AT_ONCE = 24
/** How long going live waits for one release. What takes longer goes live when it is ready. */
const PATIENCE_MS = 1000

/** Turns visitors into compositions that can be served; what cannot be used gives way to the last good release. */
export class Compositions {
  private document: DiscoveryDocument | undefined
  private stable: LiveComposition | undefined
  /** The default version of each part in the last document that came, taken or not. */
  private readonly promoted = new Map<string, string>()
  /** By what was chosen; most recently used last. */
  private readonly live = new Map<string, Promise<LiveComposition>>()
  private readonly releases: UsableReleases

  constructor(private readonly parts: Parts) {
    this.releases = new UsableReleases(parts)
  }

  /** Opens what most visitors will get, and only then lets visitors have it. */
  async useDocument(document: DiscoveryDocument): Promise<LiveComposition> {
    if (!document.microFrontends[SHELL]) throw new Error('nothing has been promoted yet: there is no shell')
    const parts = Object.entries(document.microFrontends)
    for (const [part, entries] of parts) this.giveFreshChance(part, defaultOf(entries).extras.version)
    // The first document has nothing that visitors could have meanwhile.
    const patience = this.document ? PATIENCE_MS : undefined
    const all = parts.map(([part, [...entries]]) => {
      entries.sort((a, b) => Number(b.deployment.default) - Number(a.deployment.default))
      return entries.map((entry) => wanted(part, entry))
    })
    await Promise.all(
      combinations(all).map((combination) => this.releases.prepare(combination, patience, PATIENCE_MS)),
    )
    const live = await this.open(parts.map(([part, entries]) => wanted(part, defaultOf(entries))))
    this.document = document
    this.stable = live
    this.releases.keepOnly(all.flat())
    return live
  }
