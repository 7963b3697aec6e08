import path from 'node:path'
import { compositionFor, type Unavailable } from '@marram/release-contract/composition'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import { satisfies } from '@marram/release-contract/version'
import type { ServerBuild } from '@marram/rendering/render-messages'
import type { Logger } from '@marram/server/log'
import { Semaphore } from '@marram/server/semaphore'
import type { ReleaseStore } from '../releases/release-store'
import type { StoredRelease } from '../releases/stored-release'
import { namesOf, type Wanted, type WantedReference } from '../releases/wanted-releases'
import type { RenderPool } from '../rendering/render-pool'
import { configurationOf, type EdgeSettings } from '../settings'
import { type Attempt, Attempts, settledWithin } from './attempts'

export type Chosen = { shell: StoredRelease; sections: Record<string, StoredRelease[]>; unavailable: Unavailable }

export type Parts = {
  store: Pick<ReleaseStore, 'open'>
  pool: Pick<
    RenderPool,
    'tryOut' | 'openComposition' | 'appShell' | 'warm' | 'isAble' | 'closeComposition' | 'serveOnly'
  >
  /** Rejects for a release that may not go live here. */
  admit: (release: StoredRelease) => Promise<void>
  settings: Pick<EdgeSettings, 'MEDIA_HOST' | 'PUBLIC_URL' | 'LIVE_RELOAD'>
  log: Logger
  /** A composition that visitors get was opened. */
  onOpened?: () => void
  onUnusable?: (release: { part: string; version: string }) => void
}

/** How long going live waits for one release. A slower one goes live when it can be used. */
export const PATIENCE_MS = 1000
/** Each may ask the registry for signatures: one after the other, a slow registry would delay what is withdrawn. */
const RECHECKS = { atOnce: 8 }

/** Which releases can be used: all files here and checked, and the server build linked to the shell. */
export class UsableReleases {
  private readonly fetched: Attempts<StoredRelease>
  private readonly linked: Attempts<StoredRelease>

  constructor(private readonly parts: Parts) {
    const report = (error: Error) => {
      if (!(error instanceof UnusableRelease)) return
      parts.log.error({ ...error.fields, reason: error.message }, 'a release cannot be used')
      parts.onUnusable?.(error.fields)
    }
    this.fetched = new Attempts(report)
    this.linked = new Attempts(report)
  }

  /** Waits until it is known which releases can be used, for each at most `patienceMs` since it was first wanted. */
  async prepare(wanted: Wanted[], patienceMs: number | undefined): Promise<void> {
    const firstUsable = async (part: string, references: WantedReference[], shell?: StoredRelease) => {
      for (const reference of references) {
        const attempt = this.linkedWith(shell, part, reference)
        await this.settle(part, reference, attempt, patienceMs)
        if (attempt.result) return attempt.result
      }
      return undefined
    }
    const shell = await firstUsable(SHELL, shellsOf(wanted))
    if (!shell) return
    await Promise.all(
      wanted
        .filter(({ stopped }) => !stopped)
        .flatMap(({ part, references }) => [
          part !== SHELL && firstUsable(part, references, shell),
          ...references.slice(1).map((other) => this.settle(part, other, this.files(part, other), PATIENCE_MS)),
        ]),
    )
  }

  /**
   * The releases that can be used now. Starts attempts for new ones, without waiting. While it is not known of a section
   * whether it goes together with a new shell, a shell that has it is chosen. Throws if there is no shell.
   */
  choose(wanted: Wanted[]): Chosen {
    const attempts: Attempt<StoredRelease>[] = []
    for (const reference of shellsOf(wanted)) {
      attempts.push(this.linkedWith(undefined, SHELL, reference))
      if (attempts.at(-1)?.result) break
    }
    const shell = attempts.at(-1)?.result
    const [failure] = attempts.flatMap((each) => each.failure ?? [])
    if (!shell) throw new Error(`no release of the shell can be used: ${failure?.message}`)
    const chosen = this.chooseWith(shell, wanted, (...pair) => this.linkedWith(...pair))
    const awaited = wanted.filter((each) => chosen.unavailable[each.part] && this.isAwaited(shell, each))
    for (const reference of awaited.length > 0 ? shellsOf(wanted).slice(attempts.length) : []) {
      const former = this.knownLink(undefined, SHELL, reference)?.result
      const before = former && this.chooseWith(former, wanted, (...pair) => this.knownLink(...pair))
      if (before && awaited.every(({ part }) => before.sections[part])) return before
    }
    return chosen
  }

  private chooseWith(
    shell: StoredRelease,
    wanted: Wanted[],
    attemptOf: (...pair: Pair) => Attempt<StoredRelease> | undefined,
  ): Chosen {
    const chosen: Chosen = { shell, sections: {}, unavailable: {} }
    for (const { part, references, stopped } of wanted) {
      if (part === SHELL) continue
      const first = stopped ? -1 : references.findIndex((each) => attemptOf(shell, part, each)?.result)
      const { title = part, pages = [], navigation, keptUntilLogout } = references[0] ?? {}
      if (first < 0) chosen.unavailable[part] = { title, pages, navigation, stopped, keptUntilLogout }
      else {
        const [used, ...others] = references.slice(first) as [WantedReference, ...WantedReference[]]
        const behind = others.flatMap((other) => this.files(part, other).result ?? [])
        chosen.sections[part] = [
          attemptOf(shell, part, used)?.result as StoredRelease,
          ...behind.filter((other) => !hostFailure(shell, other)),
        ]
      }
    }
    return chosen
  }

  /** Whether an attempt for it has not ended yet. */
  private isAwaited(shell: StoredRelease, { part, references, stopped }: Wanted): boolean {
    if (stopped) return false
    return references.some((reference) => {
      const { result, failure } = this.linkedWith(shell, part, reference)
      return !result && !failure
    })
  }

  trialOf(part: string, reference: WantedReference, shell: StoredRelease): Attempt<StoredRelease> {
    return this.linkedWith(part === SHELL ? undefined : shell, part, reference)
  }

  /** Resolves when all its attempts have ended, abandoned ones included. */
  trialsEnd(all: Wanted[]): Promise<void> {
    const names = new Set(namesOf(all))
    return this.linked.ended((key) => names.has(releaseOf(key)))
  }

  /** For a shell that was linked and then failed to render its app shell. */
  blameShell({ manifest }: StoredRelease, reason: string): void {
    const { name, version } = manifest
    for (const key of [`${name}@${version}`, `${name}@${version}${PREVIEW}`])
      this.linked.fail(key, new UnusableRelease({ part: name, version }, reason))
  }

  forgetFailure(part: string, version: string): void {
    for (const attempts of [this.fetched, this.linked])
      attempts.forget((key, { failure }) => failure !== undefined && releaseOf(key) === `${part}@${version}`)
  }

  /** Other signatures count from now on: what is usable may not be used any more, and what was refused is tried again. */
  async recheck(): Promise<void> {
    for (const attempts of [this.fetched, this.linked]) {
      attempts.forget((_, { failure, running }) => failure !== undefined && !running)
      // They may have been admitted by the former trust.json already.
      attempts.repeatRunning()
    }
    const semaphore = new Semaphore(RECHECKS)
    const stored = this.fetched.entries().flatMap(([key, { result }]) => (result ? [{ key, result }] : []))
    await Promise.all(stored.map(({ key, result }) => semaphore.run(() => this.recheckOne(key, result))))
  }

  private async recheckOne(key: string, { manifest: { name: part, version }, integrity }: StoredRelease) {
    const isOfPreview = key.endsWith(PREVIEW)
    let isSigned = false
    try {
      const release = await this.parts.store.open({ part, version, integrity })
      isSigned = true
      if (!isOfPreview) await this.parts.admit(release)
    } catch (error) {
      const refused = new UnusableRelease({ part, version }, firstLine(error as Error))
      this.fetched.fail(key, refused)
      // A preview may use what visitors have, and may go on where it only lacks approvals.
      for (const linked of this.linked.keys())
        if (releaseOf(linked) === releaseOf(key) && (!isSigned || linked.endsWith(PREVIEW) === isOfPreview))
          this.linked.fail(linked, refused)
    }
  }

  /** Releases that are stored or being fetched, as `part@version`, those of previews included. */
  known(): string[] {
    return this.fetched.keys().map(releaseOf)
  }

  /** Whether a release, as `part@version`, may not be given to visitors, for what is known so far. */
  isRefused(name: string): boolean {
    return this.fetched
      .entries()
      .some(([key, { failure }]) => failure !== undefined && releaseOf(key) === name && !key.endsWith(PREVIEW))
  }

  keepOnly(named: Set<string>): void {
    for (const attempts of [this.fetched, this.linked])
      attempts.forget((key, { running }) => !running && !named.has(releaseOf(key)))
  }

  private async settle(
    part: string,
    { version }: WantedReference,
    attempt: Attempt<StoredRelease>,
    patienceMs: number | undefined,
  ): Promise<void> {
    if (await settledWithin(attempt, patienceMs)) return
    this.parts.log.warn({ part, version }, 'going live without a release that cannot be used yet')
  }

  /** Here, checked, and admitted if it is for visitors. */
  private files(part: string, { version, manifestIntegrity, isPreview }: WantedReference): Attempt<StoredRelease> {
    const key = `${part}@${version} ${manifestIntegrity}`
    const { store, admit } = this.parts
    const open = async () => {
      try {
        const release = await store.open({ part, version, integrity: manifestIntegrity })
        if (!isPreview) await admit(release)
        return release
      } catch (error) {
        throw new UnusableRelease({ part, version }, firstLine(error as Error))
      }
    }
    const ofVisitors = isPreview ? this.fetched.known(key) : undefined
    return ofVisitors?.result ? ofVisitors : this.fetched.of(isPreview ? key + PREVIEW : key, open)
  }

  /** A preview uses what visitors have. */
  private knownLink(...pair: Pair): Attempt<StoredRelease> | undefined {
    const [key, isPreview] = [keyOf(...pair), pair[2].isPreview]
    const ofVisitors = this.linked.known(key)
    return isPreview && !ofVisitors?.result ? this.linked.known(key + PREVIEW) : ofVisitors
  }

  private linkedWith(...[shell, part, reference]: Pair): Attempt<StoredRelease> {
    const { version, isPreview } = reference
    const known = isPreview ? this.knownLink(shell, part, reference) : undefined
    if (known?.result) return known
    const key = keyOf(shell, part, reference)
    return this.linked.of(isPreview ? key + PREVIEW : key, async () => {
      const release = await this.arrived(part, reference)
      const failure = shell && hostFailure(shell, release)
      if (failure) throw new UnusableRelease({ part, version, ...failure }, 'its host range is not satisfied')
      // A preview may have linked the same bytes already.
      if (!this.linked.known(key + PREVIEW)?.result) await (shell ? this.link(shell, release) : this.link(release))
      return release
    })
  }

  private async arrived(part: string, reference: WantedReference): Promise<StoredRelease> {
    const attempt = this.files(part, reference)
    await attempt.settled
    if (attempt.result) return attempt.result
    // Not an `UnusableRelease`: that was logged where it failed.
    throw new Error(attempt.failure?.message)
  }

  /** Opened with the section's own description: if the shell cannot make routes of it, the section has failed. */
  private async link(shell: StoredRelease, section?: StoredRelease): Promise<void> {
    const { pool, settings } = this.parts
    const tried = (section ?? shell).manifest
    const sections = section ? { [tried.name]: [section.manifest as SectionRelease] } : {}
    try {
      await pool.tryOut({
        composition: compositionFor(`trial-${shell.integrity}`, shell.manifest as ShellRelease, sections, {}),
        configuration: configurationOf(settings),
        shell: serverBuild(shell),
        section: section && serverBuild(section),
      })
    } catch (error) {
      throw new UnusableRelease({ part: tried.name, version: tried.version }, firstLine(error as Error))
    }
  }
}

class UnusableRelease extends Error {
  constructor(
    readonly fields: { part: string; version: string; needs?: string; provides?: string },
    reason: string,
  ) {
    super(reason)
  }
}

/** A section with the shell that it is linked to, or a shell alone. */
type Pair = [shell: StoredRelease | undefined, part: string, reference: WantedReference]

/** The end of keys of attempts for previews alone. */
const PREVIEW = ' preview'

const keyOf = (...[shell, part, { version, manifestIntegrity }]: Pair) =>
  `${part}@${version}${shell ? ` ${manifestIntegrity} ${shell.integrity}` : ''}`

const shellsOf = (wanted: Wanted[]) => wanted.find(({ part }) => part === SHELL)?.references ?? []
const releaseOf = (key: string) => key.split(' ', 1)[0] as string
export const firstLine = ({ message }: Error) => String(message).split('\n', 1)[0] as string

function hostFailure(shell: StoredRelease, { manifest }: StoredRelease) {
  const provides = (shell.manifest as ShellRelease).host
  if (manifest.kind !== 'section' || satisfies(provides, manifest.host)) return undefined
  return { needs: manifest.host, provides }
}

export const serverBuild = ({ manifest, folder }: StoredRelease): ServerBuild => ({
  part: manifest.name,
  version: manifest.version,
  file: path.resolve(folder, manifest.server),
  integrity: manifest.files[manifest.server]?.integrity ?? '',
})
