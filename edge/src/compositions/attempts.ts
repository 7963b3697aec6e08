import { within } from '@marram/server/within'

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000

export type Attempt<Result> = {
  readonly startedAt: number
  result?: Result
  /** Stays set during the next attempt, so that no visitor waits for a second failure. */
  failure?: Error
  failures: number
  /** Time of day in milliseconds. */
  retryAt: number
  running: boolean
  /** Grows when what a running attempt finds no longer counts. */
  generation: number
  settled: Promise<void>
}

/** Attempts and their results. A failure is remembered, and tried again in the background. */
export class Attempts<Result> {
  private readonly all = new Map<string, Attempt<Result>>()

  constructor(private readonly onFailure: (error: Error) => void) {}

  keys(): string[] {
    return [...this.all.keys()]
  }

  entries(): [key: string, attempt: Attempt<Result>][] {
    return [...this.all]
  }

  /** Starts nothing. */
  known(key: string): Attempt<Result> | undefined {
    return this.all.get(key)
  }

  /** Never waits: starts the work if it is new, or failed long enough ago. */
  of(key: string, work: () => Promise<Result>): Attempt<Result> {
    const known = this.all.get(key)
    if (known) {
      if (known.failure && !known.running && Date.now() >= known.retryAt) this.run(known, work)
      return known
    }
    const started = {
      ...{ startedAt: Date.now(), failures: 0, retryAt: 0, running: false, generation: 0 },
      settled: Promise.resolve(),
    }
    this.all.set(key, started)
    this.run(started, work)
    return started
  }

  /** Whatever a running attempt for it finds: that one is repeated. */
  fail(key: string, error: Error): void {
    const known = this.all.get(key)
    if (!known) return
    known.generation += 1
    this.failed(known, error)
  }

  /** Running attempts do their work again before they end: what they find now may not be true any more. */
  repeatRunning(): void {
    for (const attempt of this.all.values()) if (attempt.running) attempt.generation += 1
  }

  /** The next call starts again. A running attempt continues, for those who already wait for it. */
  forget(isForgotten: (key: string, attempt: Attempt<Result>) => boolean): void {
    for (const [key, attempt] of this.all) if (isForgotten(key, attempt)) this.all.delete(key)
  }

  /** Resolves when no attempt for these keys is running. */
  async ended(isMeant: (key: string) => boolean): Promise<void> {
    await Promise.all([...this.all].map(([key, { settled }]) => (isMeant(key) ? settled : undefined)))
  }

  private run(attempt: Attempt<Result>, work: () => Promise<Result>): void {
    attempt.running = true
    attempt.settled = this.finish(attempt, work).finally(() => {
      attempt.running = false
    })
  }

  private async finish(attempt: Attempt<Result>, work: () => Promise<Result>): Promise<void> {
    const { generation } = attempt
    const end = await work().then(
      (result) => () => {
        attempt.result = result
        attempt.failure = undefined
      },
      (error: Error) => () => this.failed(attempt, error),
    )
    if (attempt.generation !== generation) return this.finish(attempt, work)
    end()
  }

  private failed(attempt: Attempt<Result>, error: Error): void {
    const isNew = attempt.failure?.message !== error.message
    attempt.result = undefined
    attempt.failure = error
    attempt.retryAt = Date.now() + Math.min(FIRST_RETRY_MS * 2 ** attempt.failures, LAST_RETRY_MS)
    attempt.failures += 1
    if (isNew) this.onFailure(error)
  }
}

/** Waits for the first attempt, until at most `patienceMs` after its start. True if it has ended. */
export async function settledWithin(attempt: Attempt<unknown>, patienceMs: number | undefined): Promise<boolean> {
  const hasEnded = () => attempt.result !== undefined || attempt.failure !== undefined
  if (hasEnded()) return true
  const leftMs = patienceMs && Math.max(0, attempt.startedAt + patienceMs - Date.now())
  await (leftMs === undefined ? attempt.settled : within(leftMs, attempt.settled).catch(() => {}))
  return hasEnded()
}
