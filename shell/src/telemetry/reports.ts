import { configureReports, type Report, report } from '@marram/sdk/report'

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
