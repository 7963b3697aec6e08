import { createLog } from '@marram/service/log'
import { runService } from '@marram/service/run-service'
import { readEdgeSettings } from './environment'
import { startEdge } from './server'

const settings = readEdgeSettings()
await runService('edge', createLog('edge'), () => startEdge(settings))
