import type { Beacon } from '@marram/release-contract/evidence'
import { SHELL } from '@marram/release-contract/release'
import { onCLS, onINP, onLCP } from 'web-vitals'

const SOON_MS = 2000
/** More than this a document does not tell at a time. */
const MOST = 100

type Told = Beacon['parts'][string]
type Vitals = NonNullable<Beacon['vitals']>

let parts: Record<string, Told> = {}
let vitals: Vitals = {}
let composition: string | undefined
/** Parts whose own release could not be loaded: that a failure is shown then is the same failure. */
const notLoaded = new Set<string>()
/** Parts that threw, or that the shell let down, since they were last loaded: "Try again" throws anew and loads nothing. */
const thrown = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Begins to tell how this document fares: counts and measures, and no word of what is on it. */
export function startEvidence(id: string, shellVersion: string): void {
  // Whoever looks at a preview is no visitor.
  if (!/^[0-9a-f]{12}$/.test(id)) return
  composition = id
  // Not before the page responds: of a start that fails, the boot script tells.
  document.addEventListener('marram:ready', () => noteLoad(SHELL, shellVersion, true), { once: true })
  const measure = (name: keyof Vitals) => (metric: { value: number }) => {
    vitals[name] = Math.round(metric.value * 1000) / 1000
  }
  onLCP(measure('lcp'))
  onINP(measure('inp'))
  onCLS(measure('cls'))
  // The last moment at which a document can say anything; measures are complete by then.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}

/**
 * A part's page was needed. `ok` is false where another version, or none, had to stand in for it: counted once, since
 * whoever tries again meets the same failure.
 */
export function noteLoad(part: string, version: string, ok: boolean): void {
  if (!ok && notLoaded.has(part)) return
  const told = parts[part] ?? { version, loads: 0 }
  parts[part] = told
  if (told.loads >= MOST) return
  told.loads += 1
  thrown.delete(part)
  if (!ok) {
    told.load = (told.load ?? 0) + 1
    notLoaded.add(part)
  }
  soon()
}

/** A section could not be loaded since a file of the shell did not come. The failure that is shown for it is the same one. */
export function noteShellFault(section: string, shellVersion: string): void {
  noteLoad(SHELL, shellVersion, false)
  thrown.add(section)
}

/** A page that was loaded threw, and its visitor sees that: once for each load. */
export function noteBoundary(part: string, version: string | undefined): void {
  if (notLoaded.has(part) || thrown.has(part)) return
  const told = parts[part] ?? (version === undefined ? undefined : { version, loads: 0 })
  if (!told || (told.boundary ?? 0) >= MOST) return
  parts[part] = told
  thrown.add(part)
  told.boundary = (told.boundary ?? 0) + 1
  soon()
}

function soon(): void {
  timer ??= setTimeout(send, SOON_MS)
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const measured = Object.keys(vitals).length > 0 && document.visibilityState === 'hidden'
  if (composition === undefined || (Object.keys(parts).length === 0 && !measured)) return
  const body: Beacon = { composition, parts, ...(measured && { vitals }) }
  parts = {}
  if (measured) vitals = {}
  navigator.sendBeacon('/releases/evidence', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
