import { shownVersion } from './composition'
import { documentOf } from './variant'

export type Visit = {
  path: string
  status: number
  outcome: string
  /** What `x-marram-stale` says. */
  stale: string | undefined
  version: string | undefined
  /** When it was asked for, by `performance.now()`, and how long it took. */
  at: number
  ms: number
}

const PAUSE_MS = 50

/** Visitors ask for pages again and again while something is done: everything that they got. `pages` says whose each is. */
export async function visitsDuring(
  site: { url: string },
  pages: Record<string, string>,
  something: () => Promise<void>,
): Promise<Visit[]> {
  const visits: Visit[] = []
  let stopped = false
  const loops = Object.entries(pages).map(async ([path, section]) => {
    while (!stopped) {
      const startedAt = performance.now()
      const { status, outcome, html, headers } = await documentOf(site, path).catch(noAnswer)
      const version = status === 200 ? shownVersion(html, section) : undefined
      const stale = headers?.get('x-marram-stale') ?? undefined
      visits.push({
        path,
        status,
        outcome,
        stale,
        version,
        at: startedAt,
        ms: Math.round(performance.now() - startedAt),
      })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  try {
    await something()
  } finally {
    stopped = true
    await Promise.all(loops)
  }
  return visits
}

const noAnswer = (error: Error) => ({ status: 0, outcome: error.message, html: '', headers: undefined })
