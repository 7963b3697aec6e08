import { createLog } from '@marram/server/log'
import { createMetrics, serveMetrics } from '@marram/server/metrics'
import { closeDataOrEnd, runService } from '@marram/server/run-service'
import { startEdge } from './server'
import { readEdgeSettings } from './settings'

const settings = readEdgeSettings()
closeDataOrEnd('edge', settings.MARRAM_DATA)
const log = createLog('edge')
const metrics = createMetrics()
await runService('edge', log, async () => {
  const served = await serveMetrics(metrics, { port: settings.METRICS_PORT, host: settings.INTERNAL_BIND, log })
  const edge = await startEdge(settings, { metrics, log })
  return {
    url: edge.url,
    async close() {
      await served.close()
      await edge.close()
    },
  }
})
