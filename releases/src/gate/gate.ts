import type { Logger } from '@marram/server/log'
import type { CountFailure } from '../count-failures'
import type { ReleasesDatabase } from '../database'
import type { ReleaseFiles } from '../storage'
import type { Check } from './check'
import { ownChecks } from './own-checks'
import { readResults, type Subject, writeResult } from './results'
import type { Pair, Trial } from './server-trial'

type Parts = { db: ReleasesDatabase; files: ReleaseFiles; trial: Trial; log: Logger; countFailure: CountFailure }

const keyOf = ({ release, beside }: Subject) => `${release.id} ${beside.id}`

/** The gate stops before it has a result. This says nothing about the release: the next registry looks again. */
export class Stopping extends Error {
  override readonly name = 'Stopping'
}

/** Looks at releases, once at each: what was found is kept, since a release never changes. */
export class Gate {
  /** What is looked at now, so that two who ask wait for the same. */
  private readonly running = new Map<string, Promise<void>>()
  /** How many wait for it. */
  private readonly awaited = new Map<string, number>()
  private readonly stopping = new AbortController()

  constructor(private readonly parts: Parts) {}

  /** Resolves when something is known of each. A call waits for it, so it goes before background work. */
  async ensure(subjects: Subject[]): Promise<void> {
    const count = (key: string, more: 1 | -1) => this.awaited.set(key, (this.awaited.get(key) ?? 0) + more)
    const keys = subjects.map(keyOf)
    for (const key of keys) count(key, 1)
    try {
      await this.lookAt(subjects)
    } finally {
      for (const key of keys) if (count(key, -1).get(key) === 0) this.awaited.delete(key)
    }
  }

  private async lookAt(subjects: Subject[]): Promise<void> {
    const { missing, worthAnother } = await readResults(this.parts.db, subjects)
    await Promise.all([...missing, ...worthAnother].map((subject) => this.once(subject)))
  }

  /** The same in the background. */
  keep(subjects: () => Promise<Subject[]>): void {
    const key = `keep ${Math.random()}`
    const work = (async () => {
      if (!this.stopped) await this.lookAt(await subjects())
    })().catch((error) => {
      if (this.stopped) return
      this.parts.log.error(error, 'could not keep the gate current')
      this.parts.countFailure('gate')
    })
    this.running.set(key, work)
    void work.finally(() => this.running.delete(key))
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted
  }

  /** Begins nothing any more, ends the trial that runs, and resolves when everything has ended. */
  async stop(): Promise<void> {
    this.stopping.abort(new Stopping('the registry is stopping'))
    await Promise.allSettled(this.running.values())
  }

  private once(subject: Subject): Promise<void> {
    const key = keyOf(subject)
    const running = this.running.get(key)
    if (running) return running
    const work = this.look(subject).finally(() => this.running.delete(key))
    this.running.set(key, work)
    return work
  }

  private async look(subject: Subject): Promise<void> {
    this.stopping.signal.throwIfAborted()
    const { release, beside } = subject
    const { files, db } = this.parts
    const trial = (pair: Pair) => this.parts.trial(pair, () => this.awaited.has(keyOf(subject)), this.stopping.signal)
    const checks: Check[] =
      release.id !== beside.id
        ? [await trial({ shell: beside, section: release })]
        : [
            ...(await ownChecks(files, release)),
            ...(release.manifest.kind === 'shell' ? [await trial({ shell: release })] : []),
          ]
    await writeResult(db, { release, beside, checks })
  }
}
