import { createServer, type Server, type ServerSettings } from '../http/create-server'
import { createLog } from '../process/log'
import { createMetrics } from '../process/metrics'

/** A server as all of ours are, for routes that a test makes itself; what is not given is silent and short. */
export const testServer = (settings: Partial<ServerSettings> = {}): Server =>
  createServer({
    log: createLog('test', 'silent'),
    metrics: createMetrics(),
    trustedProxies: false,
    drainMs: 0,
    sendProblem: ({ status, message }, _, reply) => reply.code(status).send({ code: status, message }),
    ...settings,
  })
