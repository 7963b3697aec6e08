import type { Opened, ReportedFault } from '@marram/release-contract/diagnostics'
import type { DiscoveryDocument, DiscoveryEntry } from '@marram/release-contract/discovery'
import { SHELL } from '@marram/release-contract/release'
import { resolve } from '@marram/release-contract/resolve'
import { RenderBusy, RenderProcessEnded, RenderTimeout } from '@marram/rendering/render-worker'
import type { Logger } from '@marram/server/log'
import type { ReleaseStore } from '../releases/release-store'
import { namesOf, type Wanted, wanted } from '../releases/stored-release'
import type { RenderPool } from '../rendering/render-pool'
import type { EdgeSettings } from '../settings'
import { idOf, type LiveComposition, openComposition, renderName, versionsOf } from './live-composition'
import { type Chosen, firstLine, UsableReleases } from './usable-releases'

type Parts = {
  store: Pick<ReleaseStore, 'open' | 'read'>
  pool: Pick<
    RenderPool,
    'isAble' | 'tryOut' | 'openComposition' | 'closeComposition' | 'serveOnly' | 'warm' | 'appShell'
  >
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL' | 'LIVE_RELOAD'>
  log: Logger
  /** Called to count them. */
  onUnusable?: (release: { part: string; version: string }) => void
}
type Choice = { live: LiveComposition; unusable: Record<string, string>; at: number; forMs: number }
type Open = { live: LiveComposition; chosen: Chosen }
type Opening = { name: string; live: Promise<LiveComposition>; isSettled: boolean; isPreview: boolean }

/**
 * As many as six rollouts at a time make, the most that the registry allows. Fewer would be closed and opened again
 * with every visitor. All that have a build in common share its processes, where one composition more has only its
 * routes and its styles to itself.
 */
const MOST_LIVE = 2 ** 6
/** Few: one is opened again in a moment, and previews must cost visitors nothing. */
const MOST_PREVIEWS = 4
/** Besides those that visitors can get: for pages that are still being loaded, and for a rollback. */
const FORMER = 3
/** For so long a choice holds for others who get the same versions: which releases can be used changes seldom. */
const CHOICE_MS = 50
/** What cannot be opened is tried again after this. */
const FAILED_CHOICE_MS = 1000
/** How long going live waits for one release. What takes longer goes live when it is ready. */
const PATIENCE_MS = 1000
/** A preview is waited for rather than replaced. */
const PREVIEW_PATIENCE_MS = 10_000
/** A developer wants to see the new version, and waits for no other promotion. */
const DEVELOPER_PATIENCE_MS = 10_000

/** Chooses the composition of each visitor, of those that can be served; what cannot be used gives way to the last good release. */
export class Compositions {
  private document: DiscoveryDocument | undefined
  private stable: LiveComposition | undefined
  /** What is chosen for everybody, where nothing is in a rollout. */
  private forAll: string | undefined
  /** The default version of each part in the last document that came, taken or not. */
  private readonly promoted = new Map<string, string>()
  /** By the releases chosen, those of previews apart; most recently used last. */
  private readonly openings = new Map<string, Opening>()
  /** By versions, what was chosen a moment ago. */
  private readonly choices = new Map<string, Choice>()
  /** Documents are taken in the order of their coming: one that is late must not replace a newer one. */
  private began = 0
  private taken = 0
  /** Opened since `takeOpened`. */
  private opened: Opened[] = []
  /** By the name that render processes know, as long as they are open: those of visitors by their id. */
  private readonly found = new Map<string, LiveComposition>()
  private readonly releases: UsableReleases

  constructor(private readonly parts: Parts) {
    this.releases = new UsableReleases(parts)
  }

  /** Opens what most visitors will get, and only then lets visitors have it. */
  async useDocument(document: DiscoveryDocument): Promise<LiveComposition> {
    if (!document.microFrontends[SHELL]) throw new Error('nothing has been promoted yet: there is no shell')
    this.began += 1
    const turn = this.began
    const defaults = defaultsOf(document)
    for (const { part, references } of defaults) this.noteDefault(part, references[0]?.version ?? '')
    const all = allOf(document)
    const sections = all.filter(({ part }) => part !== SHELL)
    const shells = all.filter(({ part }) => part === SHELL)
    // The first document is waited for: there is nothing that visitors could have meanwhile.
    const patience = this.document && (this.parts.settings.LIVE_RELOAD ? DEVELOPER_PATIENCE_MS : PATIENCE_MS)
    // Candidates too: a visitor of a rollout waits no longer than the others.
    await Promise.all(shells.map((shell) => this.releases.prepare([shell, ...sections], patience, PATIENCE_MS)))
    const { live } = await this.open(defaults)
    if (turn < this.taken) throw new Error('a newer document was taken meanwhile')
    this.taken = turn
    this.document = document
    this.forAll = hasRollout(document) ? undefined : choiceKey(resolve(document, ''))
    this.choices.clear()
    this.stable = live
    this.releases.keepOnly(new Set(namesOf(all)))
    // The processes of all that left with this document end, also of what was stopped.
    const served = new Set(namesOf(all.filter(({ stopped }) => !stopped)))
    this.parts.pool.serveOnly(({ part, version }) => served.has(`${part}@${version}`))
    return live
  }

  /** A release that failed is tried again at once when it is promoted, and not because another part is. */
  private noteDefault(part: string, version: string): void {
    if (this.promoted.get(part) !== version) this.releases.forgetFailure(part, version)
    this.promoted.set(part, version)
  }

  /** Why this visitor gets each version, unless it cannot be used. */
  choicesFor(visitor: string): ReportedFault['choices'] {
    const choices = this.document ? resolve(this.document, visitor) : []
    return Object.fromEntries(
      choices.map(({ part, entry: { metadata }, rule, bucket }) => [
        part,
        { version: metadata.version, rule, ...(bucket !== undefined && { bucket: Math.round(bucket * 100) / 100 }) },
      ]),
    )
  }

  /** What was opened since the last call. */
  takeOpened(): Opened[] {
    return this.opened.splice(0)
  }

  /** Versions that this visitor was to have and that cannot be used, by part; those on their way are not among them. */
  unusableFor(visitor: string): Record<string, string> {
    if (!this.document || ![...this.choices.values()].some(({ unusable }) => Object.keys(unusable).length > 0))
      return {}
    return this.choices.get(choiceKey(resolve(this.document, visitor)))?.unusable ?? {}
  }

  private leftOut({ live, chosen: { shell } }: Open, parts: Wanted[]) {
    const versions = versionsOf(live)
    return parts.flatMap(({ part, references: [first], stopped }) => {
      if (!first || stopped || versions[part] === first.version) return []
      return [{ part, wanted: first.version, reason: this.releases.reasonAgainst(part, first, shell) }]
    })
  }

  /** One that visitors may have, by the id that its pages name. */
  find(id: string): LiveComposition | undefined {
    return this.found.get(id)
  }

  /** Releases whose files must stay on this disk, as `part@version`; undefined while no document says which. */
  inUse(): Set<string> | undefined {
    if (!this.document) return undefined
    const open = [...this.found.values()]
      .flatMap(({ shell, sections }) => [shell, ...Object.values(sections).flat()])
      .map(({ name, version }) => `${name}@${version}`)
    return new Set([...namesOf(allOf(this.document)), ...open, ...this.releases.known()])
  }

  /** Whether the document or something that is open has the part, or that version of it. */
  knows(part: string, version: string | undefined): boolean {
    const releases = this.inUse() ?? new Set<string>()
    if (version !== undefined) return releases.has(`${part}@${version}`)
    return [...releases].some((release) => release.startsWith(`${part}@`))
  }

  get ready(): boolean {
    return this.document !== undefined && this.parts.pool.isAble
  }

  /** The version of a part in the composition that most visitors get; undefined for every other composition. */
  versionIn(composition: string, part: string): string | undefined {
    return this.stable?.id === composition ? versionsOf(this.stable)[part] : undefined
  }

  /** What this visitor gets, where that was chosen a moment ago and lacks nothing that was wanted. */
  cachedFor(visitor: string): LiveComposition | undefined {
    const known = this.document && this.recent(this.forAll ?? choiceKey(resolve(this.document, visitor)))
    return known && Object.keys(known.unusable).length === 0 ? known.live : undefined
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
      this.parts.log.error({ reason: (error as Error).message }, 'a visitor gets the last composition that was opened')
      const live = this.stable
      if (isOfBuilds(error) && document === this.document) {
        // The visitors who were to have it count against what is new in it.
        const shown = versionsOf(live)
        const wanted = entries.map(({ part, entry }) => [part, entry.metadata.version] as const)
        const unusable = Object.fromEntries(wanted.filter(([part, version]) => shown[part] !== version))
        this.choices.set(versions, { live, unusable, at: Date.now(), forMs: FAILED_CHOICE_MS })
      }
      return live
    }
  }

  /** What a link shows, for any client; opened like every other composition, and live for no visitor. */
  async forPreview(document: DiscoveryDocument): Promise<LiveComposition> {
    const parts = defaultsOf(document)
    await this.releases.prepare(parts, PREVIEW_PATIENCE_MS, PATIENCE_MS)
    return named((await this.open(parts, true)).live)
  }

  /** Ends the processes of a preview that a visitor has left. */
  closePreview(name: string): void {
    for (const [key, opening] of this.openings)
      if (opening.name === name && opening.isPreview && opening.isSettled) this.close(key, opening)
  }

  /** Opens the best that can be used now; waits for the render processes, and hardly for a release. */
  private async open(parts: Wanted[], isPreview = false): Promise<Open> {
    for (;;) {
      const chosen = this.releases.choose(parts)
      if (!chosen) throw new Error(`no release of the shell can be used: ${this.releases.shellFailure(parts)}`)
      const key = (isPreview ? 'preview ' : '') + keyOf(chosen)
      const opening = this.openings.get(key) ?? this.begin(chosen, isPreview)
      this.useNow(key, opening)
      try {
        const live = await opening.live
        // Closed meanwhile: another is open now.
        if (this.openings.get(key) !== opening) continue
        opening.isSettled = true
        this.useNow(key, opening)
        if (!this.found.has(opening.name)) this.noteOpened({ live, chosen }, parts)
        this.found.set(opening.name, live)
        this.closeOldest(isPreview)
        return { live, chosen }
      } catch (error) {
        const isCurrent = this.openings.get(key) === opening
        if (isCurrent) this.close(key, opening)
        if (!isOfBuilds(error)) throw error
        const reason = firstLine(error as Error)
        // Each section was tried with this shell. A shell that serves visitors with others is not the one to blame.
        if (chosen.shell.manifest.version === this.stable?.shell.version)
          throw new Error(`${this.newIn(chosen)} cannot be opened with what else is live: ${reason}`)
        // Once, however many waited for it.
        if (isCurrent) this.releases.blameShell(chosen.shell, reason)
        await this.releases.prepare(parts, PATIENCE_MS, PATIENCE_MS)
      }
    }
  }

  private noteOpened(open: Open, parts: Wanted[]): void {
    const left = this.leftOut(open, parts).map(({ part, wanted, reason = 'it was not ready yet' }) => [
      part,
      { wanted, reason: reason.slice(0, 300) },
    ])
    this.opened.push({ id: open.live.id, versions: versionsOf(open.live), parts: Object.fromEntries(left) })
  }

  private newIn({ sections }: Chosen): string {
    const shown = Object.entries(sections).flatMap(([part, [first]]) => (first ? [{ part, ...first.manifest }] : []))
    const isNew = shown.filter(({ part, version }) => this.stable?.sections[part]?.[0]?.version !== version)
    return isNew.map(({ part, version }) => `${part} ${version}`).join(' and ') || 'the same versions'
  }

  private begin(chosen: Chosen, isPreview: boolean): Opening {
    const name = renderName(idOf(chosen), isPreview)
    return { name, live: openComposition(this.parts, chosen, isPreview), isSettled: false, isPreview }
  }

  private useNow(key: string, opening: Opening): void {
    this.openings.delete(key)
    this.openings.set(key, opening)
  }

  private get mostLive(): number {
    let all = 1
    for (const entries of Object.values(this.document?.microFrontends ?? {}))
      all *= entries.filter(({ deployment }) => deployment.default || deployment.traffic > 0).length
    return FORMER + Math.min(MOST_LIVE, all)
  }

  /** Never one that is still being opened: its app shell would be asked for where it is no more. */
  private closeOldest(isPreview: boolean): void {
    const settled = [...this.openings].filter(([, each]) => each.isSettled && each.isPreview === isPreview)
    const tooMany = settled.length - (isPreview ? MOST_PREVIEWS : this.mostLive)
    for (const [key, opening] of settled.slice(0, Math.max(0, tooMany)))
      if (opening.name !== this.stable?.renderName) this.close(key, opening)
  }

  private close(key: string, { name }: Opening): void {
    this.openings.delete(key)
    for (const [versions, { live }] of this.choices) if (live.renderName === name) this.choices.delete(versions)
    // The same versions with other releases behind them are another entry here, and one composition to the processes.
    if ([...this.openings.values()].some((other) => other.name === name)) return
    this.found.delete(name)
    this.parts.pool.closeComposition(name)
  }
}

/** Beacons and reports of a preview are not those of visitors who have the same versions. */
function named(live: LiveComposition): LiveComposition {
  const known = previewed.get(live)
  if (known) return known
  const copy = { ...live, composition: { ...live.composition, id: `preview-${live.id}` } }
  previewed.set(live, copy)
  return copy
}
const previewed = new WeakMap<LiveComposition, LiveComposition>()

/** A process that ended, was late or could not be started says nothing of the builds. */
const isOfBuilds = (error: unknown) =>
  !(error instanceof RenderTimeout || error instanceof RenderProcessEnded || error instanceof RenderBusy)

const choiceKey = (choices: ReturnType<typeof resolve>): string =>
  choices.map(({ entry }) => entry.extras.version).join(' ')

const hasRollout = ({ microFrontends }: DiscoveryDocument): boolean =>
  Object.values(microFrontends)
    .flat()
    .some(({ deployment }) => !deployment.default && deployment.traffic > 0)

const allOf = ({ microFrontends }: DiscoveryDocument): Wanted[] =>
  Object.entries(microFrontends).flatMap(([part, entries]) => entries.map((entry) => wanted(part, entry)))

const defaultsOf = ({ microFrontends }: DiscoveryDocument): Wanted[] =>
  Object.entries(microFrontends).map(([part, entries]) =>
    wanted(part, (entries.find(({ deployment }) => deployment.default) ?? entries[0]) as DiscoveryEntry),
  )

const keyOf = ({ shell, sections, unavailable }: Chosen): string =>
  JSON.stringify([
    shell.manifest.version,
    ...Object.entries(sections)
      .map(([part, releases]) => [
        part,
        ...releases.map(({ manifest, origin, integrity }) => manifest.version + (origin ? ` ${integrity}` : '')),
      ])
      .sort(),
    unavailable,
  ])
