import { z } from 'zod'

const EVERY_MS = 5000
const ANSWER_MS = 2000

/** What our API says where it takes no images at the moment. Another host has no such address, or says what it likes. */
const saying = z.object({ uploads: z.string().regex(/^refused: [a-z ]{1,60}$/) })

/**
 * What is to be said of images beside that pages can be served. Asked for in the background, at most every few seconds:
 * whether an edge is healthy must not wait for its API.
 */
export class UploadsHealth {
  private said: { uploads?: string } = {}
  private askedAt = Number.NEGATIVE_INFINITY
  /** Until the last question is answered. */
  settled: Promise<void> = Promise.resolve()

  constructor(
    private readonly apiHost: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What was heard last. */
  look(): { uploads?: string } {
    if (this.now() - this.askedAt >= EVERY_MS) {
      this.askedAt = this.now()
      this.settled = this.ask()
    }
    return this.said
  }

  private async ask(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const response = await fetch(`${this.apiHost}/healthz`, { redirect: 'manual', signal })
      const heard = saying.safeParse(await response.json())
      this.said = heard.success ? heard.data : {}
    } catch {
      // That the API does not answer is told elsewhere, and says nothing of its disk.
      this.said = {}
    }
  }
}
