import { runServer } from '@marram/server/run-service'
import { startEdge } from './server'
import { readEdgeSettings } from './settings'

const settings = readEdgeSettings()
await runServer('edge', settings, (parts) => startEdge(settings, parts))
