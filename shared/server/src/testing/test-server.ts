import { createServer, type Server, type ServerSettings } from '../http/create-server'
import { createLog } from '../process/log'
import { createMetrics } from '../process/metrics'

/** A server like all of ours, for a test's own routes; by default without logs and with short timeouts. */
export const testServer = (settings: Partial<ServerSettings> = {}): Server =>
  createServer({
    log: createLog('test', 'silent'),
    metrics: createMetrics(),
    trustedProxies: false,
    drainMs: 0,
    sendProblem: ({ status, message }, _, reply) => reply.code(status).send({ code: status, message }),
    ...settings,
  })
