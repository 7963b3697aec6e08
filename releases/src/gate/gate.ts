import { setTimeout as wait } from 'node:timers/promises'
import type { Check } from '@marram/release-contract/calls/releases'
import type { FreeDisk } from '@marram/server/free-disk'
import type { Logger } from '@marram/server/log'
import { SingleFlight } from '@marram/server/single-flight'
import type { ReleasesDatabase } from '../database'
import type { ReleaseFiles } from '../storage'
import { ownChecks } from './own-checks'
import type { Comparison, TakePictures } from './picture-trial'
import { readRow, storePictures, subjectOf } from './pictures'
import { amendResult, keyOf, readResults, type Subject } from './results'
import type { Pair, Trial } from './trial'

type Parts = {
  db: ReleasesDatabase
  files: ReleaseFiles
  trial: Trial
  /** Opens pages in a browser; undefined if there is none. */
  browserTrial?: Trial | undefined
  takePictures?: TakePictures | undefined
  disk?: Pick<FreeDisk, 'isFull'> | undefined
  log: Logger
  countFailure: () => void
}

/** `oneByOne`: others that begin meanwhile wait for one of them at most. `pictures`: what to take pictures of afterwards. */
type Background = { look?: boolean; open?: boolean; oneByOne?: boolean; pictures?: () => Promise<Comparison[]> }

/** How soon pictures see that no trial runs any more. */
const QUIET_MS = 500

/** How long a call waits for results of a browser. */
const PATIENCE_MS = 60_000

/** The gate stops before it has a result. The release is neither accepted nor refused: the next registry checks it again. */
export class Stopping extends Error {
  override readonly name = 'Stopping'
}

/**
 * A trial that runs or is queued. A background trial is ended in favour of one that a change waits for; what has no trial,
 * pictures, in favour of each.
 */
type Trying = { trial: Trial | undefined; isAwaited: () => boolean; givesWay: AbortController }

/** Checks each release once, and stores the results: a release never changes. */
export class Gate {
  /** Current checks, so that calls for the same release share one check; and work in the background. */
  private readonly running = new SingleFlight<void>()
  /** The checks that changes wait for. */
  private readonly awaited = new Set<Set<string>>()
  private readonly trying = new Set<Trying>()
  /** By queue, the last published version that is being checked, or is next. */
  private readonly newest = new Map<string, () => Promise<Subject[]>>()
  private readonly stopping = new AbortController()

  constructor(private readonly parts: Parts) {}

  get hasBrowser(): boolean {
    return this.parts.browserTrial !== undefined
  }

  get takesPictures(): boolean {
    return this.parts.takePictures !== undefined
  }

  /**
   * Resolves when each has a result; with false if a browser, when required, has not opened all in time. `isUrgent`: a
   * change waits for it, so it goes before everything else, and ends background trials.
   */
  async ensure(subjects: Subject[], inBrowser: boolean, isUrgent = true): Promise<boolean> {
    const keys = new Set(subjects.map(keyOf))
    if (isUrgent) {
      this.awaited.add(keys)
      this.makeWay()
    }
    const done = new AbortController()
    try {
      await this.lookAt(subjects)
      if (!inBrowser) return true
      const opened = this.openAll(subjects).then(() => true)
      return await Promise.race([opened, wait(PATIENCE_MS, false, { signal: done.signal }).catch(() => false)])
    } finally {
      done.abort()
      this.awaited.delete(keys)
    }
  }

  private async lookAt(subjects: Subject[]): Promise<void> {
    await Promise.all(
      (await this.toLookAt(subjects)).map((each) => this.running.share(keyOf(each), () => this.look(each))),
    )
  }

  /** Releases that no browser has opened, once all their other results are known. */
  private async openAll(subjects: Subject[]): Promise<void> {
    if (!this.hasBrowser) return
    const { unopened } = await readResults(this.parts.db, subjects)
    await Promise.all(unopened.map((each) => this.running.share(`open ${keyOf(each)}`, () => this.open(each))))
  }

  /** Begins the checks that `ensure` waits for, with the same urgency. Calls for the same release share them. */
  begin(subjects: Subject[], inBrowser: boolean): void {
    this.keep(() => this.ensure(subjects, inBrowser).then(() => []), { key: `begin ${subjects.map(keyOf)}` })
  }

  /** Begins checks in the background. */
  keep(
    subjects: () => Promise<Subject[]>,
    { key = `keep ${Math.random()}`, ...how }: Background & { key?: string } = {},
  ) {
    if (!this.stopped) void this.running.share(key, () => this.inBackground(subjects, how))
  }

  /** Begins background checks of a published version: one at a time for each queue, then the newest published meanwhile. */
  keepNewest(queue: string, subjects: () => Promise<Subject[]>, how: Background = {}): void {
    if (this.stopped) return
    const isUnderWay = this.newest.has(queue)
    this.newest.set(queue, subjects)
    if (isUnderWay) return
    const work = async () => {
      let last: typeof subjects | undefined
      for (let next = this.newest.get(queue); next && next !== last && !this.stopped; next = this.newest.get(queue)) {
        last = next
        await this.inBackground(next, how)
      }
      this.newest.delete(queue)
    }
    void this.running.share(`new ${queue} ${Math.random()}`, work)
  }

  private inBackground(subjects: () => Promise<Subject[]>, { look = true, open = true, ...how }: Background) {
    return this.logging(async () => {
      const all = await subjects()
      for (const some of how.oneByOne ? all.map((each) => [each]) : [all]) {
        if (look) await this.lookAt(some)
        if (open) await this.openAll(some)
      }
      if (how.pictures) this.picture(all.map(keyOf).join(), how.pictures)
    })
  }

  private async logging(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (this.stopped) return
      this.parts.log.error(error, 'background checks of the gate failed')
      this.parts.countFailure()
    }
  }

  /** Takes pictures that are missing, in the background, while no trial runs: no verdict waits for them. */
  picture(key: string, comparisons: () => Promise<Comparison[]>): void {
    const { takePictures: take, ...stores } = this.parts
    if (this.stopped || !take) return
    const work = async () => {
      for (const each of await comparisons())
        await this.inTurn({ trial: undefined, isAwaited: () => false }, async (signal) => {
          // What the server cannot render is pictured in no browser.
          const [result] = (await readResults(stores.db, [subjectOf(each)])).results
          const isRendered = result?.checks.some(({ name, outcome }) => name === 'server' && outcome !== 'failed')
          if (isRendered && (await readRow(stores.db, each)).isDue)
            await storePictures({ ...stores, take }, each, signal)
        })
    }
    void this.running.share(`picture ${key}`, () => this.logging(work))
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted
  }

  /** Begins no more checks, ends the running trial, and resolves when everything has ended. */
  async stop(): Promise<void> {
    this.stopping.abort(new Stopping('the registry is stopping'))
    await this.running.ended()
  }

  private async toLookAt(subjects: Subject[]): Promise<Subject[]> {
    const { missing, worthAnother } = await readResults(this.parts.db, subjects)
    return [...missing, ...worthAnother]
  }

  private async look(subject: Subject): Promise<void> {
    this.stopping.signal.throwIfAborted()
    // Another check may have ended since this one was found to be missing.
    if ((await this.toLookAt([subject])).length === 0) return
    const { release, beside } = subject
    const { files, db, trial } = this.parts
    const checks = release.id === beside.id ? await ownChecks(files, release) : []
    const pair = pairOf(subject)
    if (pair) checks.push(await this.try(trial, subject, pair))
    const isOpened = (each: Check) => each.name === 'browser' && each.outcome !== 'failed' && !each.late
    await amendResult(db, subject, (earlier) => [...checks, ...earlier.filter(isOpened)])
  }

  private async open(subject: Subject): Promise<void> {
    this.stopping.signal.throwIfAborted()
    const { db, browserTrial } = this.parts
    const pair = pairOf(subject)
    if (!browserTrial || !pair) return
    if ((await readResults(db, [subject])).unopened.length === 0) return
    const check = await this.try(browserTrial, subject, pair)
    await amendResult(db, subject, (earlier) => [...earlier.filter(({ name }) => name !== check.name), check])
  }

  private try(trial: Trial, subject: Subject, pair: Pair): Promise<Check> {
    const isAwaited = () => [...this.awaited].some((keys) => keys.has(keyOf(subject)))
    return this.inTurn({ trial, isAwaited }, (signal) => trial(pair, isAwaited, signal))
  }

  /** Begins `work` again each time when it was ended in favour of a trial. */
  private async inTurn<Result>(
    about: Omit<Trying, 'givesWay'>,
    work: (stopping: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      while (!about.trial && this.trying.size > 0) await wait(QUIET_MS, undefined, { signal: this.stopping.signal })
      const own: Trying = { ...about, givesWay: new AbortController() }
      this.trying.add(own)
      if (own.isAwaited()) this.makeWay()
      if (own.trial) for (const { trial, givesWay } of this.trying) if (!trial) givesWay.abort()
      const { signal } = own.givesWay
      try {
        return await work(AbortSignal.any([this.stopping.signal, signal]))
      } catch (error) {
        if (this.stopped || !signal.aborted) throw error
      } finally {
        this.trying.delete(own)
      }
    }
  }

  /** A trial that was ended waits behind those that it was ended for. */
  private makeWay(): void {
    const all = [...this.trying]
    const urgent = new Set(all.filter(({ isAwaited }) => isAwaited()).map(({ trial }) => trial))
    for (const { trial, isAwaited, givesWay } of all) if (trial && urgent.has(trial) && !isAwaited()) givesWay.abort()
  }
}

/** Undefined for a section by itself, which does not run without a shell. */
function pairOf({ release, beside }: Subject): Pair | undefined {
  if (release.id !== beside.id) return { shell: beside, section: release }
  return release.manifest.kind === 'shell' ? { shell: release } : undefined
}
