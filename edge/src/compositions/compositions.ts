import { type EdgeState, NOT_READY, type Opened, type ReportedFault } from '@marram/release-contract/diagnostics'
import type { DiscoveryDocument, StoppedPart } from '@marram/release-contract/discovery'
import { SHELL } from '@marram/release-contract/release-files'
import { resolve } from '@marram/release-contract/resolve'
import { RenderBusy, RenderProcessEnded, RenderTimeout } from '@marram/rendering/render-worker'
import { Semaphore } from '@marram/server/semaphore'
import { SingleFlight } from '@marram/server/single-flight'
import { LRUCache } from 'lru-cache'
import { allOf, defaultsOf, forPreview, namesOf, type Wanted, wanted } from '../releases/wanted-releases'
import { PublicError } from '../requests/error-pages'
import { type LiveComposition, openComposition, renderedId } from './live-composition'
import { type Chosen, firstLine, PATIENCE_MS, type Parts, UsableReleases } from './usable-releases'

type Choice = { live: LiveComposition; unusable: Record<string, string>; at: number; forMs: number }
type Open = { live: LiveComposition; chosen: Chosen }
type Opening = {
  /** The id that render processes know it by. */
  id: string
  isPreview: boolean
  promise: Promise<LiveComposition>
  /** Undefined until it can be served. */
  live?: LiveComposition
  /** The preview that it shows completely. */
  shows?: string
}

/** As many as six concurrent rollouts make, the registry's maximum. */
const MOST_LIVE = 2 ** 6
const MOST_PREVIEWS = 4
/** Previews that are being opened. Nobody has approved their builds: each may hang for as long as a trial takes. */
const PREVIEWS_OPENING = { atOnce: 2, waiting: 8, waitMs: 20_000 }
/** Besides those that visitors can get: for pages that are still being loaded, and for a rollback. */
const FORMER = 3
const MOST_SERVED = 5000
/** How long a choice is reused, for all visitors with the same versions. */
const CHOICE_MS = 50
const FAILED_CHOICE_MS = 1000
/** Visitors get a version first: processes that start would take the processor from other edges of the same machine. */
const WARM_AFTER_MS = 250
/** For previews and development, where only the new version is of interest. */
const LONG_PATIENCE_MS = 10_000

const TOO_MANY = 'Other previews are being opened and tried at the moment. Try again in a minute.'

/** Chooses the composition of each visitor. A release that cannot be used is replaced by the last good one. */
export class Compositions {
  private document: DiscoveryDocument | undefined
  private stable: LiveComposition | undefined
  /** The choice for visitors who are in no rollout. */
  private forAll: string | undefined
  private readonly promoted = new Map<string, string>()
  /** By the chosen releases, previews apart; most recently used last. */
  private readonly openings = new Map<string, Opening>()
  /** Compositions that are being opened, by preview. */
  private readonly previews = new SingleFlight<LiveComposition>()
  private readonly previewPlaces = new Semaphore(PREVIEWS_OPENING)
  private readonly choices = new Map<string, Choice>()
  /** Numbers of documents: a late one must not replace a newer one. */
  private began = 0
  private taken = 0
  private rechecks = 0
  private opened: Opened[] = []
  /** Versions by the id that pages name: a page is open for longer than its composition, and may still send reports. */
  private readonly served = new LRUCache<string, Readonly<Record<string, string>>>({ max: MOST_SERVED })
  private readonly releases: UsableReleases

  constructor(private readonly parts: Parts) {
    this.releases = new UsableReleases(parts)
  }

  /** Opens the composition of most visitors before any of them gets it. */
  async useDocument(document: DiscoveryDocument): Promise<LiveComposition> {
    if (!document.microFrontends[SHELL]) throw new Error('nothing has been promoted yet: there is no shell')
    this.began += 1
    const turn = this.began
    const defaults = defaultsOf(document)
    for (const { part, references } of defaults) {
      const { version = '' } = references[0] ?? {}
      // A release that failed is tried again at once when it is promoted, and not because another part is.
      if (this.promoted.get(part) !== version) this.releases.forgetFailure(part, version)
      this.promoted.set(part, version)
    }
    const all = allOf(document)
    const sections = all.filter(({ part }) => part !== SHELL)
    const shells = all.filter(({ part }) => part === SHELL)
    // The first document is awaited: until then there is nothing to serve.
    const patience = this.document && (this.parts.settings.LIVE_RELOAD ? LONG_PATIENCE_MS : PATIENCE_MS)
    // Candidates too, so that visitors in a rollout wait no longer than others.
    await Promise.all(shells.map((shell) => this.releases.prepare([shell, ...sections], patience)))
    const live = await this.openTrusted(defaults)
    if (turn < this.taken) throw new Error('a newer document was taken meanwhile')
    this.taken = turn
    this.document = document
    this.forAll = hasRollout(document) ? undefined : choiceKey(resolve(document, ''))
    this.choices.clear()
    const isOther = live !== this.stable
    this.stable = live
    // Of former compositions too: a version that was rolled back and is promoted again is there at once.
    const former = [...this.openings.values()].flatMap((each) => (each.live && !each.isPreview ? each.live : []))
    this.releases.keepOnly(new Set([...namesOf(all), ...former.flatMap(releasesIn)]))
    this.endOthers(document)
    if (isOther) setTimeout(() => this.warm(live), WARM_AFTER_MS).unref()
    return live
  }

  /** Starts processes that have ended while a version was not live, before a page has to. */
  private warm(live: LiveComposition): void {
    if (this.stable === live) void this.parts.pool.warm(live.composition.id)
  }

  /** Ends the processes of everything that this document removed or stopped, and of what may not be used any more. */
  private endOthers(document: DiscoveryDocument): void {
    const served = new Set(namesOf(allOf(document).filter(({ stopped }) => !stopped)))
    this.parts.pool.serveOnly(({ part, version }) => {
      const name = `${part}@${version}`
      return served.has(name) && !this.releases.isRefused(name)
    })
  }

  /** Other signatures count from now on. Without a shell that may be used, visitors keep the composition that they have. */
  async trustChanged(): Promise<void> {
    await this.releases.recheck()
    this.rechecks += 1
    this.choices.clear()
    const { document } = this
    if (!document) return
    try {
      const { live } = await this.open(defaultsOf(document))
      // Otherwise one that came meanwhile has set it.
      if (document !== this.document) return
      this.stable = live
      this.endOthers(document)
    } catch (error) {
      const { message: reason } = error as Error
      this.parts.log.error({ reason }, 'no composition fulfils the new trust.json: visitors keep the last one')
    }
  }

  /** Why this visitor gets each version, with buckets rounded down: exact ones would identify visitors. */
  choicesFor(visitor: string): ReportedFault['choices'] {
    const choices = this.document ? resolve(this.document, visitor) : []
    return Object.fromEntries(
      choices.map(({ part, entry: { metadata }, rule, bucket }) => [
        part,
        { version: metadata.version, rule, ...(bucket !== undefined && { bucket: Math.floor(bucket) }) },
      ]),
    )
  }

  takeOpened(): Opened[] {
    return this.opened.splice(0)
  }

  unusableFor(visitor: string): Record<string, string> {
    return this.choices.get(this.choiceFor(visitor))?.unusable ?? {}
  }

  /** What is not shown, and why; `isAwaited`: its attempt has not ended yet. */
  private leftOut({ live, chosen: { shell } }: Open, parts: Wanted[]) {
    return notShown(parts, live.versions).map(({ part, first }) => {
      const { result, failure } = this.releases.trialOf(part, first, shell)
      return { part, wanted: first.version, reason: failure?.message, isAwaited: !result && !failure }
    })
  }

  stops(): Record<string, StoppedPart> {
    const all = this.document ? defaultsOf(this.document) : []
    return Object.fromEntries(all.flatMap(({ part, stopped }) => (stopped ? [[part, stopped]] : [])))
  }

  /** By part, the versions of a composition that visitors may have or had lately, by the id that its pages name. */
  versionsIn(id: string): Readonly<Record<string, string>> | undefined {
    return this.served.get(id)
  }

  find(id: string): LiveComposition | undefined {
    return this.allOpen().find(({ composition }) => composition.id === id)
  }

  private allOpen(): LiveComposition[] {
    return [...this.openings.values()].flatMap(({ live }) => live ?? [])
  }

  /** Releases whose files must stay on this disk, as `part@version`; undefined before the first document. */
  inUse(): Set<string> | undefined {
    if (!this.document) return undefined
    const open = this.allOpen().flatMap(releasesIn)
    return new Set([...namesOf(allOf(this.document)), ...open, ...this.releases.known()])
  }

  knows(part: string, version: string | undefined): boolean {
    const releases = this.inUse() ?? new Set<string>()
    if (version !== undefined) return releases.has(`${part}@${version}`)
    return [...releases].some((release) => release.startsWith(`${part}@`))
  }

  get ready(): boolean {
    return this.document !== undefined && this.parts.pool.isAble
  }

  /** This visitor's composition, if it was chosen recently and is complete. */
  cachedFor(visitor: string): LiveComposition | undefined {
    const known = this.recent(this.choiceFor(visitor))
    return known && Object.keys(known.unusable).length === 0 ? known.live : undefined
  }

  private choiceFor(visitor: string): string {
    return this.forAll ?? (this.document ? choiceKey(resolve(this.document, visitor)) : '')
  }

  private recent(versions: string): Choice | undefined {
    const known = this.choices.get(versions)
    return known && Math.abs(Date.now() - known.at) < known.forMs ? known : undefined
  }

  async forVisitor(visitor: string): Promise<LiveComposition> {
    const { document } = this
    if (!document || !this.stable) throw new Error('there is no discovery document yet')
    const entries = resolve(document, visitor)
    const versions = choiceKey(entries)
    const known = this.recent(versions)
    if (known) return known.live
    try {
      const parts = entries.map(({ part, entry }) => wanted(part, entry))
      const open = await this.open(parts)
      const failed = this.leftOut(open, parts).filter(({ reason }) => reason !== undefined)
      const unusable = Object.fromEntries(failed.map((each) => [each.part, each.wanted]))
      if (document === this.document)
        this.choices.set(versions, { live: open.live, unusable, at: Date.now(), forMs: CHOICE_MS })
      return open.live
    } catch (error) {
      this.parts.log.error(
        { reason: (error as Error).message },
        'a composition cannot be opened: its visitor gets the last one that was',
      )
      const live = this.stable
      if (isOfBuilds(error) && document === this.document) {
        // Its visitors count as failures of the new releases in it.
        const wanted = entries.map(({ part, entry }) => [part, entry.metadata.version] as const)
        const unusable = Object.fromEntries(wanted.filter(([part, version]) => live.versions[part] !== version))
        this.choices.set(versions, { live, unusable, at: Date.now(), forMs: FAILED_CHOICE_MS })
      }
      return live
    }
  }

  /** An open composition is returned at once. Throws PublicError if too many others are being opened. */
  async forPreview(document: DiscoveryDocument): Promise<LiveComposition> {
    const parts = forPreview(defaultsOf(document))
    const name = JSON.stringify(parts)
    const [key, whole] = [...this.openings].find(([, { shows }]) => shows === name) ?? []
    if (key !== undefined && whole?.live) {
      this.openings.delete(key)
      this.openings.set(key, whole)
      return whole.live
    }
    return this.previews.share(name, () => this.openPreview(parts, name))
  }

  /** Takes one of few places until its trials have ended: an abandoned trial still has a process. */
  private async openPreview(parts: Wanted[], name: string): Promise<LiveComposition> {
    const release = await this.previewPlaces.acquire()
    if (!release) throw new PublicError(TOO_MANY)
    try {
      await this.releases.prepare(parts, LONG_PATIENCE_MS)
      const open = await this.open(parts, true)
      const opening = this.openings.get(keyOf(open.chosen, true))
      if (opening && this.leftOut(open, parts).length === 0) opening.shows = name
      return open.live
    } finally {
      void this.releases.trialsEnd(parts).then(release)
    }
  }

  closePreview(id: string): void {
    for (const [key, opening] of this.openings)
      if (opening.isPreview && opening.live?.composition.id === id) this.close(key, opening)
  }

  /** Opens the best usable releases; waits for render processes, but only briefly for a release. */
  private async open(parts: Wanted[], isPreview = false): Promise<Open> {
    for (;;) {
      const chosen = this.releases.choose(parts)
      const key = keyOf(chosen, isPreview)
      const opening = this.openings.get(key) ?? {
        id: renderedId(chosen, isPreview),
        isPreview,
        promise: openComposition(this.parts, chosen, isPreview),
      }
      this.openings.delete(key)
      this.openings.set(key, opening)
      try {
        const live = await opening.promise
        // It was closed meanwhile, and another one is open now.
        if (this.openings.get(key) !== opening) continue
        const isNew = opening.live === undefined
        if (!this.find(opening.id)) this.noteOpened({ live, chosen }, parts)
        opening.live = live
        if (isNew && !isPreview) this.parts.onOpened?.()
        if (!isPreview) this.served.set(live.composition.id, live.versions)
        this.closeOldest(isPreview)
        return { live, chosen }
      } catch (error) {
        const isCurrent = this.openings.get(key) === opening
        if (isCurrent) this.close(key, opening)
        if (!isOfBuilds(error)) throw error
        const reason = firstLine(error as Error)
        // Each section was tried with this shell. A shell that serves visitors with other sections is not the cause.
        if (chosen.shell.manifest.version === this.stable?.shell.version)
          throw new Error(`${this.newIn(chosen)} cannot be opened together with the other live releases: ${reason}`)
        // Logged once, however many requests waited for it.
        if (isCurrent) this.releases.blameShell(chosen.shell, reason)
        await this.releases.prepare(parts, PATIENCE_MS)
      }
    }
  }

  /** Chosen again where other signatures count by the time that it is open. */
  private async openTrusted(parts: Wanted[]): Promise<LiveComposition> {
    const { rechecks } = this
    const { live } = await this.open(parts)
    return rechecks === this.rechecks ? live : this.openTrusted(parts)
  }

  private noteOpened(open: Open, parts: Wanted[]): void {
    const killed = parts.flatMap(({ part, references: [first], stopped }) =>
      first && stopped ? [{ part, wanted: first.version, reason: 'it was killed' }] : [],
    )
    const left = unusedParts([...this.leftOut(open, parts), ...killed])
    this.opened.push({ id: open.live.id, versions: open.live.versions, parts: left })
  }

  /** The composition of most visitors, and the live releases that cannot be used here, or not yet. */
  async serves(): Promise<Pick<EdgeState, 'composition' | 'unusable'>> {
    if (!this.document) return {}
    const defaults = defaultsOf(this.document)
    const open = await this.open(defaults).catch((error: Error) => error)
    if (open instanceof Error) {
      // Visitors get the composition that was opened last.
      const left = notShown(defaults, this.stable?.versions)
      const reason = firstLine(open)
      const unusable = unusedParts(left.map(({ part, first }) => ({ part, wanted: first.version, reason })))
      return { composition: this.stable?.id, unusable }
    }
    const left = this.leftOut(open, allOf(this.document))
    const failed = left.filter(({ reason }) => reason !== undefined)
    // A new shell waits for attempts of sections.
    const late = this.leftOut(open, defaults).filter(({ reason }) => reason === undefined)
    const awaited = [...late, ...left.filter(({ isAwaited }) => isAwaited)].map((each) => ({
      ...each,
      reason: NOT_READY,
    }))
    // One entry for each part: an awaited version replaces a failed one, since its state will change.
    return { composition: open.live.id, unusable: unusedParts([...failed, ...awaited]) }
  }

  private newIn({ sections }: Chosen): string {
    const shown = Object.values(sections).flatMap(([first]) => first?.manifest ?? [])
    const isNew = shown.filter(({ name, version }) => this.stable?.versions[name] !== version)
    return isNew.map(({ name, version }) => `${name} ${version}`).join(' and ') || 'the same versions'
  }

  private get mostLive(): number {
    let all = 1
    for (const entries of Object.values(this.document?.microFrontends ?? {}))
      all *= entries.filter(({ deployment }) => deployment.default || deployment.traffic > 0).length
    return FORMER + Math.min(MOST_LIVE, all)
  }

  /** Never one that is still being opened: its app shell would no longer be available. */
  private closeOldest(isPreview: boolean): void {
    const settled = [...this.openings].filter(([, each]) => each.live && each.isPreview === isPreview)
    const tooMany = settled.length - (isPreview ? MOST_PREVIEWS : this.mostLive)
    for (const [key, opening] of settled.slice(0, Math.max(0, tooMany)))
      if (opening.id !== this.stable?.composition.id) this.close(key, opening)
  }

  private close(key: string, { id }: Opening): void {
    this.openings.delete(key)
    for (const [versions, { live }] of this.choices) if (live.composition.id === id) this.choices.delete(versions)
    // The same versions with other fallback releases are another entry here, but one composition in the processes.
    if (![...this.openings.values()].some((other) => other.id === id)) this.parts.pool.closeComposition(id)
  }
}

/** As `part@version`. */
const releasesIn = ({ shell, sections }: LiveComposition): string[] =>
  [shell, ...Object.values(sections).flat()].map(({ name, version }) => `${name}@${version}`)

const MOST_REASON = 300

/** The parts whose preferred release is not among the versions, without stopped parts. */
const notShown = (parts: Wanted[], versions: LiveComposition['versions'] = {}) =>
  parts.flatMap(({ part, references: [first], stopped }) =>
    first && !stopped && versions[part] !== first.version ? [{ part, first }] : [],
  )

const unusedParts = (all: { part: string; wanted: string; reason: string | undefined }[]): Opened['parts'] =>
  Object.fromEntries(
    all.map(({ part, wanted, reason = 'it was not ready yet' }) => [
      part,
      { wanted, reason: reason.slice(0, MOST_REASON) },
    ]),
  )

/** A process that ended, was late or could not be started is not the build's fault. */
const isOfBuilds = (error: unknown) =>
  !(error instanceof RenderTimeout || error instanceof RenderProcessEnded || error instanceof RenderBusy)

const choiceKey = (choices: ReturnType<typeof resolve>): string =>
  choices.map(({ entry }) => entry.extras.version).join(' ')

const hasRollout = ({ microFrontends }: DiscoveryDocument): boolean =>
  Object.values(microFrontends)
    .flat()
    .some(({ deployment }) => !deployment.default && deployment.traffic > 0)

const keyOf = ({ shell, sections, unavailable }: Chosen, isPreview: boolean): string =>
  JSON.stringify([
    isPreview,
    shell.manifest.version,
    ...Object.entries(sections)
      .map(([part, releases]) => [
        part,
        ...releases.map(({ manifest, origin, integrity }) => manifest.version + (origin ? ` ${integrity}` : '')),
      ])
      .sort(),
    unavailable,
  ])
