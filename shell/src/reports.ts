import { configureReports, type Report } from '@marram/host/report'

const MAX_PER_PAGE = 20

/** Sends faults to the edge, a bounded number per page, with the composition and no word that a visitor typed. */
export function startReports(composition: string): void {
  let sent = 0
  configureReports((fault: Report) => {
    console.warn(
      `[marram] ${fault.kind}${fault.part ? ` ${fault.part}@${fault.version ?? '?'}` : ''}: ${fault.message}`,
    )
    if (sent >= MAX_PER_PAGE) return
    sent += 1
    const body = JSON.stringify({ ...fault, message: fault.message.slice(0, 300), composition })
    navigator.sendBeacon('/releases/reports', new Blob([body], { type: 'application/json' }))
  })
}
