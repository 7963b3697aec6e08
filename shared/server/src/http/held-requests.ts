import type { IncomingMessage, ServerResponse } from 'node:http'

const LONGEST_S = 30
const MOST_HELD = 2000

/** How long a request may be held while there is nothing new, in milliseconds (RFC 7240); 0 without that wish. */
export function preferredWaitMs({ headers }: Pick<IncomingMessage, 'headers'>): number {
  const [, seconds = 0] = /(?:^|,)\s*wait=(\d{1,3})\s*(?:[,;]|$)/i.exec(String(headers.prefer ?? '')) ?? []
  return Math.min(Number(seconds), LONGEST_S) * 1000
}

type Hold = {
  /** `changesOf` from before the state was read: what has changed since ends the wait at once. */
  seen: number
  ms: number
  response: ServerResponse
}

/** Requests that are held until their subject changes. Nobody polls, and everybody knows at once. */
export class HeldRequests {
  private readonly changes = new Map<string, number>()
  private changesOfAll = 0
  private readonly held = new Map<string, Set<() => void>>()
  private count = 0
  private isEnding = false

  changesOf(subject: string): number {
    return this.changesOfAll + (this.changes.get(subject) ?? 0)
  }

  /** Resolves when the subject changes, after `ms`, or when the client leaves; at once while too many are held. */
  hold(subject: string, { seen, ms, response }: Hold): Promise<void> {
    if (this.isEnding || this.count >= MOST_HELD || this.changesOf(subject) !== seen || response.destroyed)
      return Promise.resolve()
    return new Promise((resolve) => {
      const waiting = this.held.get(subject) ?? new Set()
      this.held.set(subject, waiting)
      const end = () => {
        clearTimeout(timer)
        response.off('close', end)
        if (waiting.delete(end)) this.count -= 1
        resolve()
      }
      const timer = setTimeout(end, ms)
      response.once('close', end)
      waiting.add(end)
      this.count += 1
    })
  }

  /** Without a subject, any may have changed. */
  changed(subject?: string): void {
    if (subject === undefined) this.changesOfAll += 1
    else this.changes.set(subject, (this.changes.get(subject) ?? 0) + 1)
    for (const each of subject === undefined ? [...this.held.keys()] : [subject])
      for (const end of this.held.get(each) ?? []) end()
  }

  /** Nothing is held any more. */
  end(): void {
    this.isEnding = true
    this.changed()
  }
}
