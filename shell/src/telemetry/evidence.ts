import type { Beacon } from '@marram/release-contract/evidence'
import { SHELL } from '@marram/release-contract/release'
import { configureReports, type Report, report } from '@marram/sdk/report'
import { onCLS, onINP, onLCP } from 'web-vitals'

const DELAY_MS = 2000
/** Loads that a document counts at most between two beacons. */
const MAX_LOADS = 100

type Vitals = NonNullable<Beacon['vitals']>

let parts: Beacon['parts'] = {}
let vitals: Vitals = {}
let composition: string | undefined
/** Parts whose own release could not be loaded: that a failure is shown then is the same failure. */
const notLoaded = new Set<string>()
/** Parts that threw, or lacked a file of the shell, since they were last loaded: "Try again" throws anew and loads nothing. */
const thrown = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Begins to count loads and failures of this document and to measure it. Sends nothing of what is on the page. */
export function startEvidence(id: string, shellVersion: string): void {
  // A preview has another id, and its loads are not a visitor's.
  if (!/^[0-9a-f]{12}$/.test(id)) return
  composition = id
  // Not before the page responds: the boot script reports a start that fails.
  document.addEventListener('marram:ready', () => noteLoad(SHELL, shellVersion, true), { once: true })
  const measure = (name: keyof Vitals) => (metric: { value: number }) => {
    vitals[name] = Math.round(metric.value * 1000) / 1000
  }
  onLCP(measure('lcp'))
  onINP(measure('inp'))
  onCLS(measure('cls'))
  // The last moment at which a document can send anything; measures are complete by then.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}

/**
 * Counts that a part's page was needed. `ok` is false where another version, or none, had to stand in for it: counted
 * once, since another try meets the same failure.
 */
export function noteLoad(part: string, version: string, ok: boolean): void {
  if (!ok && notLoaded.has(part)) return
  const counted = parts[part] ?? { version, loads: 0 }
  parts[part] = counted
  if (counted.loads >= MAX_LOADS) return
  counted.loads += 1
  thrown.delete(part)
  if (!ok) {
    counted.load = (counted.load ?? 0) + 1
    notLoaded.add(part)
  }
  sendSoon()
}

/** A section could not be loaded since a file of the shell did not come. The failure that is shown for it is the same one. */
export function noteShellFault(section: string, shellVersion: string): void {
  noteLoad(SHELL, shellVersion, false)
  thrown.add(section)
}

/** A page that was loaded threw, and its visitor sees that: once for each load. */
export function noteBoundary(part: string, version: string | undefined): void {
  if (notLoaded.has(part) || thrown.has(part)) return
  const counted = parts[part] ?? (version === undefined ? undefined : { version, loads: 0 })
  if (!counted || (counted.boundary ?? 0) >= MAX_LOADS) return
  parts[part] = counted
  thrown.add(part)
  counted.boundary = (counted.boundary ?? 0) + 1
  sendSoon()
}

function sendSoon(): void {
  timer ??= setTimeout(send, DELAY_MS)
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

const MAX_PER_PAGE = 20
/** What a beacon may hold is bounded; further down is the framework. */
const MAX_STACK = 4000

/** Sends faults to the edge, a bounded number per page, with the composition and no word that a visitor typed. */
export function startReports(composition: string, onBoundary: (part: string) => void = () => {}): void {
  let sent = 0
  reportUncaught()
  configureReports((fault: Report) => {
    console.warn(
      `[marram] ${fault.kind}${fault.part ? ` ${fault.part}@${fault.version ?? '?'}` : ''}: ${fault.message}`,
    )
    if (fault.kind === 'boundary' && fault.part) onBoundary(fault.part)
    if (sent >= MAX_PER_PAGE) return
    sent += 1
    const { error, ...rest } = fault
    const stack = error instanceof Error ? error.stack?.slice(0, MAX_STACK) : undefined
    const body = JSON.stringify({ ...rest, message: fault.message.slice(0, 300), stack, composition })
    navigator.sendBeacon('/releases/reports', new Blob([body], { type: 'application/json' }))
  })
}

/** Extensions throw in pages too: only what has been in a file of this site counts. */
function reportUncaught(): void {
  const reportOurs = (kind: string, error: unknown) => {
    if (error instanceof Error && error.stack?.includes('/releases/files/'))
      report({ kind, message: `${error.name}: ${error.message}`, error })
  }
  addEventListener('error', ({ error }) => reportOurs('uncaught', error))
  addEventListener('unhandledrejection', ({ reason }) => reportOurs('unhandled', reason))
}
