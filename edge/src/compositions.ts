import path from 'node:path'
import type { DiscoveryDocument, ReleaseReference } from '@marram/contracts/discovery'
import { type SectionRelease, SHELL, type ShellRelease } from '@marram/contracts/release'
import { compositionId, resolve } from '@marram/contracts/resolve'
import { satisfies } from '@marram/contracts/version'
import type { Logger } from '@marram/service/log'
import type { EdgeSettings } from './environment'
import { compositionFor, type LiveComposition, pagesBySpecificity, type Unavailable } from './live-composition'
import { contentSecurityPolicy } from './policy'
import type { ReleaseStore, StoredRelease } from './release-store'
import type { OpenMessage, RenderedPage, ServerBuild } from './render-messages'
import type { RenderPool } from './render-pool'
import { RenderProcessEnded, RenderTimeout } from './render-worker'

type Parts = {
  store: Pick<ReleaseStore, 'open' | 'read'>
  pool: Pick<RenderPool, 'size' | 'tryLink' | 'openComposition' | 'closeComposition' | 'frame'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}
type Wanted = { part: string; references: ReleaseReference[] }
const OPEN_AT_ONCE = 24
/** A release that could not be used is tried again after this. */
const RETRY_BAD_MS = 30_000
/** How long going live waits for a release that is only fallen back to. */
const FALLBACK_MS = 1500

/** Turns visitors into compositions that can be served; what cannot be used gives way to the last good release. */
export class Compositions {
  private document: DiscoveryDocument | undefined
  private readonly live = new Map<string, Promise<LiveComposition>>()
  private readonly bad = new Map<string, { until: number; reason: string }>()
  private readonly linked = new Set<string>()

  constructor(private readonly parts: Parts) {}

  /** Opens what most visitors will get, and only then lets visitors have it. */
  async useDocument(document: DiscoveryDocument): Promise<LiveComposition> {
    if (!document.microFrontends[SHELL]) throw new Error('nothing has been promoted yet: there is no shell')
    // What is promoted gets a fresh chance; what is only fallen back to is not waited for again and again.
    for (const [part, entries] of Object.entries(document.microFrontends))
      for (const { extras } of entries) this.bad.delete(`${part}@${extras.version}`)
    const stable = Object.entries(document.microFrontends).map(([part, entries]) => {
      const entry = entries.find(({ deployment }) => deployment.default) ?? entries[0]
      return wanted(part, entry as (typeof entries)[number])
    })
    const live = await this.openBest(stable)
    this.document = document
    return live
  }

  get ready(): boolean {
    return this.document !== undefined && this.parts.pool.size > 0
  }

  async forVisitor(visitor: string): Promise<LiveComposition> {
    if (!this.document) throw new Error('there is no discovery document yet')
    return this.openBest(resolve(this.document, visitor).map(({ part, entry }) => wanted(part, entry)))
  }

  /** Opens the composition; each release that turns out to be bad gives way to the next one of its part. */
  private async openBest(parts: Wanted[]): Promise<LiveComposition> {
    for (;;) {
      const usable = parts.map(({ part, references }) => ({
        part,
        references: references.filter((reference) => !this.isBad(part, reference.version)),
      }))
      const shell = usable.find(({ part }) => part === SHELL)
      if (!shell || shell.references.length === 0) throw new Error('no release of the shell can be used')
      const key = usable
        .toSorted((a, b) => (a.part < b.part ? -1 : 1))
        .map(({ part, references }) => `${part}@${references.map(({ version }) => version).join('|')}`)
        .join(' ')
      const opening = this.live.get(key) ?? this.open(usable, parts)
      // Most recently used last, so that the oldest is the first to be closed.
      this.live.delete(key)
      this.live.set(key, opening)
      try {
        const live = await opening
        this.closeOldest()
        return live
      } catch (error) {
        if (this.live.get(key) === opening) this.live.delete(key)
        if (!(error instanceof BadRelease)) throw error
        this.markBad(error.part, error.version, error.message)
      }
    }
  }

  /** Everybody who waited for it learns of it; it is said once. */
  private markBad(part: string, version: string, reason: string): void {
    if (this.isBad(part, version)) return
    this.bad.set(`${part}@${version}`, { until: Date.now() + RETRY_BAD_MS, reason })
    this.parts.log.error({ part, version, reason }, 'a release cannot be used')
  }

  private isBad(part: string, version: string): boolean {
    const found = this.bad.get(`${part}@${version}`)
    if (!found) return false
    if (found.until > Date.now()) return true
    this.bad.delete(`${part}@${version}`)
    return false
  }

  private async open(usable: Wanted[], all: Wanted[]): Promise<LiveComposition> {
    const { store, settings } = this.parts
    const stored = new Map<string, StoredRelease[]>()
    await Promise.all(
      usable.map(async ({ part, references }) => stored.set(part, await this.fetchAll(part, references))),
    )
    const shell = stored.get(SHELL)?.[0] as StoredRelease
    const shellRelease = shell.manifest as ShellRelease
    const sections: Record<string, SectionRelease[]> = {}
    const builds: Record<string, ServerBuild> = {}
    const unavailable: Unavailable = {}
    for (const { part, references } of usable) {
      if (part === SHELL) continue
      const releases = (stored.get(part) ?? []).filter(
        ({ manifest }) => manifest.kind === 'section' && this.hostServes(shellRelease, manifest),
      )
      const first = releases[0]
      if (!first) {
        const known = references[0] ?? all.find((each) => each.part === part)?.references[0]
        unavailable[part] = { title: known?.title ?? part, pages: known?.pages ?? [] }
        continue
      }
      sections[part] = releases.map(({ manifest }) => manifest as SectionRelease)
      builds[part] = serverBuild(first)
    }
    const versions = Object.fromEntries([
      [SHELL, shellRelease.version],
      ...Object.entries(sections).map(([part, [current]]) => [part, current?.version]),
    ])
    const id = compositionId(versions)
    const composition = compositionFor(id, shellRelease, sections, unavailable)
    const configuration = { apiBase: '', mediaHost: settings.MEDIA_HOST, origin: settings.PUBLIC_URL }
    const shellBuild = serverBuild(shell)
    await this.link(shellBuild, undefined, configuration)
    for (const build of Object.values(builds)) await this.link(shellBuild, build, configuration)
    const frame = await this.openedFrame(
      { composition, apiUrl: settings.API_HOST, configuration, shell: shellBuild, sections: builds },
      shellRelease.version,
    )
    const boot = (await store.read(shell, shellRelease.boot)).toString('utf8').replaceAll('</script', '<\\/script')
    const policy = contentSecurityPolicy({ bootScript: boot, mediaHost: settings.MEDIA_HOST, apiHost: '' })
    return {
      id,
      composition,
      shell: shellRelease,
      sections,
      boot,
      policy,
      pages: pagesBySpecificity(sections, unavailable),
      frame,
    }
  }

  /** Sections are only linked so far: what throws here is the shell. A process that ended or was late says nothing. */
  private async openedFrame(message: OpenMessage, shellVersion: string): Promise<RenderedPage> {
    const { pool } = this.parts
    try {
      await pool.openComposition(message)
      return await pool.frame(message.composition.id)
    } catch (error) {
      if (error instanceof RenderTimeout || error instanceof RenderProcessEnded) throw error
      throw new BadRelease(SHELL, shellVersion, String((error as Error).message).split('\n')[0] ?? '')
    }
  }

  private hostServes(shell: ShellRelease, section: StoredRelease['manifest']): boolean {
    if (section.kind !== 'section' || satisfies(shell.host, section.host)) return true
    this.parts.log.error(
      { part: section.name, version: section.version, needs: section.host, provides: shell.host },
      'a section is not loaded: its host range is not satisfied',
    )
    return false
  }

  /** The release to show must be here; what is only fallen back to is left out where it does not come at once. */
  private async fetchAll(part: string, [first, ...others]: ReleaseReference[]): Promise<StoredRelease[]> {
    if (!first) return []
    const fallbacks = others.map(async (reference) => {
      try {
        return [await soon(this.fetch(part, reference))]
      } catch (error) {
        this.markBad(part, reference.version, (error as Error).message)
        return []
      }
    })
    return [await this.fetch(part, first), ...(await Promise.all(fallbacks)).flat()]
  }

  private async fetch(part: string, { version, manifestIntegrity }: ReleaseReference): Promise<StoredRelease> {
    try {
      return await this.parts.store.open({ part, version, integrity: manifestIntegrity })
    } catch (error) {
      throw new BadRelease(part, version, String((error as Error).message))
    }
  }

  private async link(
    shell: ServerBuild,
    section: ServerBuild | undefined,
    configuration: { apiBase: string; mediaHost: string; origin: string },
  ): Promise<void> {
    const key = `${shell.integrity} ${section?.integrity ?? ''}`
    if (this.linked.has(key)) return
    try {
      await this.parts.pool.tryLink({
        kind: 'link',
        shell,
        section,
        apiUrl: this.parts.settings.API_HOST,
        configuration,
      })
      this.linked.add(key)
    } catch (error) {
      const { part, version } = section ?? shell
      throw new BadRelease(part, version, String((error as Error).message).split('\n')[0] ?? '')
    }
  }

  private closeOldest(): void {
    while (this.live.size > OPEN_AT_ONCE) {
      const [key, opening] = this.live.entries().next().value as [string, Promise<LiveComposition>]
      this.live.delete(key)
      // One that failed has told whoever opened it, and has nothing to close.
      void opening.then(
        ({ id }) => this.closeUnlessUsed(id),
        () => undefined,
      )
    }
  }

  /** The same versions with other releases behind them are another entry here, and one composition to the processes. */
  private async closeUnlessUsed(id: string): Promise<void> {
    const others = await Promise.allSettled(this.live.values())
    if (others.some((other) => other.status === 'fulfilled' && other.value.id === id)) return
    this.parts.pool.closeComposition(id)
  }
}

class BadRelease extends Error {
  constructor(
    readonly part: string,
    readonly version: string,
    reason: string,
  ) {
    super(reason)
  }
}

function soon<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it did not come within ${FALLBACK_MS} ms`)), FALLBACK_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const wanted = (part: string, entry: DiscoveryDocument['microFrontends'][string][number]): Wanted => ({
  part,
  references: [entry.extras, ...entry.extras.fallbacks],
})

const serverBuild = ({ manifest, folder }: StoredRelease): ServerBuild => ({
  part: manifest.name,
  version: manifest.version,
  file: path.resolve(folder, manifest.server),
  integrity: manifest.files[manifest.server]?.integrity ?? '',
})
