import { createMetrics } from '@marram/server/metrics'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { Faults, renderReports } from './faults'

const build = { part: 'mfe-quiz', version: '2.0.0', file: '', integrity: '' }
const from = { shell: { ...build, part: 'shell' }, section: build, isLive: true }
const report = { kind: 'render-process', message: 'Error: again', part: 'mfe-quiz', version: '2.0.0' }
const labels = 'source="server",kind="render-process",part="mfe-quiz",version="2.0.0"'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

it('a section that fails in a loop does not flood the log: all failures are counted, and one line has the number left out', async () => {
  const { log, lines } = fakeLog()
  const metrics = createMetrics()
  const tell = renderReports(new Faults({ log, stacks: { read: async () => [] }, metrics, knows: () => true }), log)
  for (let n = 0; n < 5000; n += 1) tell(report, from)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(lines).toHaveLength(120)
  expect(await metrics.metrics()).toContain(`marram_faults_total{${labels}} 5000`)

  await vi.advanceTimersByTimeAsync(1000)
  expect(lines.slice(120)).toEqual([
    { level: 'warn', fields: { leftOut: 4880 }, message: 'too many reports of render processes: some were not logged' },
  ])
  tell(report, from)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(lines.slice(121).map(({ message }) => message)).toEqual(['reported by a render process'])
})
