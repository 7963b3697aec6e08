import { runServer, serviceFlags } from '@marram/server/run-service'
import { startEdge } from './server'
import { readEdgeSettings } from './settings'

serviceFlags('edge')
const settings = readEdgeSettings()
await runServer('edge', settings, (parts) => startEdge(settings, parts))
