import type { Check } from '@marram/release-contract/calls/releases'
import type { Logger } from '@marram/server/log'
import type { ReleasesDatabase } from '../database'
import type { ReleaseFiles } from '../storage'
import { ownChecks } from './own-checks'
import { keyOf, readResults, type Subject, writeResult } from './results'
import type { Pair, Trial } from './server-trial'

type Parts = { db: ReleasesDatabase; files: ReleaseFiles; trial: Trial; log: Logger; countFailure: () => void }

/** The gate stops before it has a result. This says nothing about the release: the next registry looks again. */
export class Stopping extends Error {
  override readonly name = 'Stopping'
}

/** Looks once at each release, and stores what it finds: a release never changes. */
export class Gate {
  /** What is looked at now, so that two calls for the same wait for one look; and work in the background. */
  private readonly running = new Map<string, Promise<void>>()
  /** What each call waits for. */
  private readonly awaited = new Set<Set<string>>()
  private readonly stopping = new AbortController()

  constructor(private readonly parts: Parts) {}

  /** Resolves when something is known of each. A call waits for it, so it goes before background work. */
  async ensure(subjects: Subject[]): Promise<void> {
    const keys = new Set(subjects.map(keyOf))
    this.awaited.add(keys)
    try {
      await this.lookAt(subjects)
    } finally {
      this.awaited.delete(keys)
    }
  }

  private async lookAt(subjects: Subject[]): Promise<void> {
    const { missing, worthAnother } = await readResults(this.parts.db, subjects)
    await Promise.all([...missing, ...worthAnother].map((each) => this.once(keyOf(each), () => this.look(each))))
  }

  /** The same in the background. */
  keep(subjects: () => Promise<Subject[]>): void {
    if (this.stopped) return
    const work = async () => this.lookAt(await subjects())
    void this.once(`keep ${Math.random()}`, () =>
      work().catch((error) => {
        if (this.stopped) return
        this.parts.log.error(error, 'could not keep the gate current')
        this.parts.countFailure()
      }),
    )
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted
  }

  /** Begins nothing any more, ends the trial that runs, and resolves when everything has ended. */
  async stop(): Promise<void> {
    this.stopping.abort(new Stopping('the registry is stopping'))
    await Promise.allSettled(this.running.values())
  }

  private once(key: string, begin: () => Promise<void>): Promise<void> {
    const work = this.running.get(key) ?? begin().finally(() => this.running.delete(key))
    this.running.set(key, work)
    return work
  }

  private async look({ release, beside }: Subject): Promise<void> {
    this.stopping.signal.throwIfAborted()
    const { files, db } = this.parts
    const isAwaited = () => [...this.awaited].some((keys) => keys.has(keyOf({ release, beside })))
    const trial = (pair: Pair) => this.parts.trial(pair, isAwaited, this.stopping.signal)
    const checks: Check[] = []
    if (release.id !== beside.id) checks.push(await trial({ shell: beside, section: release }))
    else {
      checks.push(...(await ownChecks(files, release)))
      if (release.manifest.kind === 'shell') checks.push(await trial({ shell: release }))
    }
    await writeResult(db, { release, beside, checks })
  }
}
