import type { Beacon } from '@marram/release-contract/evidence'
import { SHELL } from '@marram/release-contract/release'
import { configureReports, type Report, report } from '@marram/sdk/report'
import { onCLS, onINP, onLCP } from 'web-vitals'

const DELAY_MS = 2000
/** Most loads between two beacons. */
const MAX_LOADS = 100

type Vitals = NonNullable<Beacon['vitals']>

let parts: Beacon['parts'] = {}
let vitals: Vitals = {}
let composition: string | undefined
/** Parts whose own release could not be loaded: the failure that is shown then is counted already. */
const notLoaded = new Set<string>()
/** Parts that failed since they were last loaded: "Try again" fails again and loads nothing. */
const thrown = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Counts loads and failures of this document, and measures it. Sends nothing of what is on the page. */
export function startEvidence(id: string, shellVersion: string): void {
  // The id of a preview is another: its loads are not a visitor's.
  if (!/^[0-9a-f]{12}$/.test(id)) return
  composition = id
  // The boot script counts a start that fails.
  document.addEventListener('marram:ready', () => noteLoad(SHELL, shellVersion, true), { once: true })
  const measure = (name: keyof Vitals) => (metric: { value: number }) => {
    vitals[name] = Math.round(metric.value * 1000) / 1000
  }
  onLCP(measure('lcp'))
  onINP(measure('inp'))
  onCLS(measure('cls'))
  // The last moment to send anything; the measures are complete by then.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}

/** Counts a load of a part's page. If not `ok`, another version or none stood in for it, which is counted once. */
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

/** A section could not be loaded because a file of the shell did not come: one failure, of the shell. */
export function noteShellFault(section: string, shellVersion: string): void {
  noteLoad(SHELL, shellVersion, false)
  thrown.add(section)
}

/** A visitor sees that a loaded page threw: counted once for each load. */
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
/** Beacons are bounded, and further down a stack is the framework. */
const MAX_STACK = 4000

/** Sends faults to the edge with the composition, up to a number per page, and nothing that a visitor typed. */
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

/** Extensions throw in pages too: only errors with a file of this site in their stack count. */
function reportUncaught(): void {
  const reportOurs = (kind: string, error: unknown) => {
    if (error instanceof Error && error.stack?.includes('/releases/files/'))
      report({ kind, message: `${error.name}: ${error.message}`, error })
  }
  addEventListener('error', ({ error }) => reportOurs('uncaught', error))
  addEventListener('unhandledrejection', ({ reason }) => reportOurs('unhandled', reason))
}
