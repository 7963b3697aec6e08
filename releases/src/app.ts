import { ENDING } from '@marram/server/drain'
import type { FastifyInstance } from 'fastify'
import { authorize } from './access/authorize'
import type { RegistryContext } from './context'
import { handlers } from './handlers'
import { openApiDocument } from './http/open-api'
import { registerCalls } from './http/register-calls'
import { registryServer } from './http/registry-server'
import { fileRoutes } from './publishing/file-routes'

/** The registry's HTTP service, for edges, pipelines and the command line. */
export function createApp(context: RegistryContext): FastifyInstance {
  const { app, isEnding } = registryServer(context)
  authorize(app, context)
  // Before the calls that wait for it end: trials can take longer than this process has left.
  app.addHook('preClose', () => context.gate.stop())
  openApiDocument(app)
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    if (isEnding()) return reply.code(503).send(ENDING)
    await context.db.execute('select 1')
    return { status: 'ok' }
  })
  registerCalls(app, context, handlers)
  fileRoutes(app, context)
  return app
}
