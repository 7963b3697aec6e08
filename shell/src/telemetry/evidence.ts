import type { Composition } from '@marram/release-contract/composition'
import { compositionIdPattern } from '@marram/release-contract/composition-id'
import type { Beacon } from '@marram/release-contract/evidence'
import { releaseFileUrl, SHELL, WATCHDOG } from '@marram/release-contract/release-files'
import { configureReports, type Report, report } from '@marram/sdk/report'

const DELAY_MS = 2000
/** Most loads between two beacons. */
const MAX_LOADS = 100

/** How often the page signals that it responds. */
const ALIVE_MS = 2000

type Vitals = NonNullable<Beacon['vitals']>

let parts: Beacon['parts'] = {}
let vitals: Vitals = {}
let composition: Composition | undefined
/** The section whose page the visitor opened last. */
let opened: string | undefined
/** Parts whose own release could not be loaded: the failure that is shown then is counted already. */
const notLoaded = new Set<string>()
/** Parts that failed since they were last loaded: "Try again" fails again and loads nothing. */
const thrown = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Counts loads and failures of this document, and measures it. Sends nothing of what is on the page. */
export function startEvidence(shown: Composition): void {
  // The id of a preview is another: its loads are not a visitor's.
  if (!compositionIdPattern.test(shown.id)) return
  composition = shown
  watchMainThread(shown.shell.version)
  // The boot script counts a failed start, whose error is not counted again.
  document.addEventListener('marram:failed', () => notLoaded.add(SHELL), { once: true })
  document.addEventListener('marram:ready', () => noteLoad(SHELL, shown.shell.version, true), { once: true })
  document.addEventListener('marram:ready', () => void measure(), { once: true })
  // The last moment to send anything; the measures are complete by then.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}

/** Its code comes once the page responds: the browser remembers what happened before. */
async function measure(): Promise<void> {
  const note = (name: keyof Vitals) => (metric: { value: number }) => {
    vitals[name] = Math.round(metric.value * 1000) / 1000
  }
  try {
    const { onCLS, onINP, onLCP } = await import(/* webpackChunkName: "web-vitals" */ 'web-vitals')
    onLCP(note('lcp'))
    onINP(note('inp'))
    onCLS(note('cls'))
  } catch {
    // Counts of loads and failures need no measures.
  }
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

/** A section could not be loaded because a file of the shell failed to load: one failure, of the shell. */
export function noteShellFault(section: string, shellVersion: string): void {
  noteLoad(SHELL, shellVersion, false)
  thrown.add(section)
}

/** Called for each page that a visitor opens, before its code and data are there. */
export function noteOpened(section: string): void {
  opened = section
}

type Failure = 'boundary' | 'thrown' | 'late'
/** The reports that count. */
const failures: Record<string, Failure> = {
  ...{ boundary: 'boundary', late: 'late', uncaught: 'thrown', unhandled: 'thrown', hydration: 'thrown' },
}

/**
 * A page failed: counted once for each load of the parts that it is made of, and of the section in whose file it was
 * thrown. For other parts it counts as `elsewhere`. Files of the shell in a stack do not identify a part: React is there,
 * and throws errors of sections.
 */
function noteFailure(failure: Failure, stack = '', page = opened): void {
  if (page !== undefined && notLoaded.has(page)) return
  const files = [...stack.matchAll(/\/releases\/files\/([a-z][\w-]*)\//g)]
  const thrower = files.find(([, part]) => part !== SHELL)?.[1]
  for (const part of new Set([thrower, page, SHELL])) {
    const version = part && versionOf(part)
    if (!version || notLoaded.has(part) || thrown.has(part)) continue
    const kind = thrower === undefined || thrower === part ? failure : 'elsewhere'
    const counted = parts[part] ?? { version, loads: 0 }
    parts[part] = { ...counted, [kind]: (counted[kind] ?? 0) + 1 }
    thrown.add(part)
    sendSoon()
  }
}

const versionOf = (part: string): string | undefined =>
  part === SHELL ? composition?.shell.version : composition?.sections[part]?.releases[0]?.version

/**
 * A page that spins cannot report it. A worker does, unless the page sends a signal every few seconds while it is visible.
 * Dialogs of the browser block a page too.
 */
function watchMainThread(shellVersion: string): void {
  let watchdog: Worker
  try {
    watchdog = new Worker(releaseFileUrl(SHELL, shellVersion, WATCHDOG))
  } catch {
    // The page works without a worker.
    return
  }
  const rest = () => watchdog.postMessage(null)
  const live = () => {
    if (composition === undefined || document.visibilityState === 'hidden') return rest()
    const spun = [SHELL, opened].flatMap((part) =>
      part ? [[part, { version: versionOf(part), loads: 0, hang: 1 }]] : [],
    )
    watchdog.postMessage(JSON.stringify({ composition: composition.id, parts: Object.fromEntries(spun) }))
  }
  setInterval(live, ALIVE_MS)
  addEventListener('visibilitychange', live)
  for (const dialog of ['beforeprint', 'beforeunload']) addEventListener(dialog, rest)
}

function sendSoon(): void {
  timer ??= setTimeout(send, DELAY_MS)
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const measured = Object.keys(vitals).length > 0 && document.visibilityState === 'hidden'
  if (composition === undefined || (Object.keys(parts).length === 0 && !measured)) return
  const body: Beacon = { composition: composition.id, parts, ...(measured && { vitals }) }
  parts = {}
  if (measured) vitals = {}
  navigator.sendBeacon('/releases/evidence', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

const MAX_PER_PAGE = 20
/** Beacons are bounded, and the lower part of a stack is the framework. */
const MAX_STACK = 4000

/** Sends faults to the edge with the composition, up to a number per page, and nothing that a visitor typed. */
export function startReports(composition: string): void {
  let sent = 0
  reportUncaught()
  configureReports((fault: Report) => {
    console.warn(
      `[marram] ${fault.kind}${fault.part ? ` ${fault.part}@${fault.version ?? '?'}` : ''}: ${fault.message}`,
    )
    const { error, ...rest } = fault
    const stack = error instanceof Error ? error.stack?.slice(0, MAX_STACK) : undefined
    const failure = failures[fault.kind]
    if (failure) noteFailure(failure, stack, fault.part)
    if (sent >= MAX_PER_PAGE) return
    sent += 1
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
