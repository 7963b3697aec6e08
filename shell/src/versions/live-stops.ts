import type { Composition } from '@marram/release-contract/composition'
import type { StoppedPart } from '@marram/release-contract/discovery'

const ADDRESS = '/releases/stopped'
/** Short enough that a stop is seen within five seconds. An unchanged response has no body. */
const EVERY_MS = 3000
const TIMEOUT_MS = 10_000

const stopsIn = ({ sections }: Composition) =>
  new Map(Object.entries(sections).flatMap(([part, { stopped }]) => (stopped ? [[part, stopped] as const] : [])))

/** The stopped sections: first by the composition of this document, then by the edge. */
export function liveStops(composition: Composition) {
  let stops = stopsIn(composition)
  let isAsking = false

  async function ask(changed: (parts: string[]) => void): Promise<void> {
    if (isAsking || !navigator.onLine || document.visibilityState !== 'visible') return
    isAsking = true
    try {
      const response = await fetch(ADDRESS, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) return
      const before = stops
      stops = new Map(Object.entries((await response.json()) as Record<string, StoppedPart>))
      const wordsOf = (all: typeof stops, part: string) => JSON.stringify(all.get(part))
      const parts = [...before.keys(), ...stops.keys()].filter((part) => wordsOf(before, part) !== wordsOf(stops, part))
      if (parts.length > 0) changed(parts)
    } catch {
      // Offline, or the edge restarts: the next poll tries again.
    } finally {
      isAsking = false
    }
  }

  return {
    of: (section: string): StoppedPart | undefined => stops.get(section),
    /** Polls while the tab is visible. A preview shows its sections even if they are stopped. */
    follow(changed: (parts: string[]) => void): void {
      if (composition.id.startsWith('preview-')) return
      setInterval(ask, EVERY_MS, changed)
      document.addEventListener('visibilitychange', () => void ask(changed))
    },
  }
}

export type LiveStops = Pick<ReturnType<typeof liveStops>, 'of'>
