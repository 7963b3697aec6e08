import type { RenderReport } from '@marram/rendering/render-messages'
import type { Logger } from '@marram/server/log'
import { perMinute } from '../limits/per-minute'
import type { Faults } from './faults'

const MINUTE_MS = 60_000
const PER_MINUTE = 120

/**
 * Tells of what render processes report. A section may fail in a loop: beyond so many a minute reports are counted
 * alone, and one line says how many there were.
 */
export function renderReports(faults: Pick<Faults, 'tell' | 'countOnly'>, log: Logger): (report: RenderReport) => void {
  const mayTell = perMinute(PER_MINUTE)
  let leftOut = 0
  const say = () => {
    log.warn({ leftOut }, 'more reports of render processes than are logged')
    leftOut = 0
  }
  return (report) => {
    if (mayTell()) return void faults.tell('server', report)
    faults.countOnly('server', report)
    leftOut += 1
    if (leftOut === 1) setTimeout(say, MINUTE_MS - (Date.now() % MINUTE_MS)).unref()
  }
}
