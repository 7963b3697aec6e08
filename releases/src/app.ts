import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from '@fastify/type-provider-zod'
import { ENDING } from '@marram/server/drain'
import type { FastifyInstance } from 'fastify'
import { authorize } from './access/authorize'
import type { RegistryContext } from './context'
import { handlers } from './handlers'
import { registerCalls } from './http/register-calls'
import { registryServer } from './http/registry-server'
import { packageRoutes } from './packages/package-routes'
import { fileRoutes } from './publishing/file-routes'

/** The registry's HTTP service, for edges, pipelines and the command line. */
export function createApp(context: RegistryContext): FastifyInstance {
  const { app, isEnding } = registryServer(context)
  authorize(app, context)
  app.addHook('preClose', async () => context.held.end())
  // Before waiting calls end: trials can take longer than this process has left.
  app.addHook('preClose', () => context.gate.stop())
  openApiDocument(app)
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    if (isEnding()) return reply.code(503).send(ENDING)
    await context.db.execute('select 1')
    return { status: 'ok', disk: await context.disk?.health() }
  })
  registerCalls(app, context, handlers)
  fileRoutes(app, context)
  packageRoutes(app, context)
  return app
}

/** Collects the routes that are registered after it, and serves them as OpenAPI. */
function openApiDocument(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Marram release desk',
        version: '1.0.0',
        description:
          'What teams and release managers do, in the words of `npm run release`. A refusal has a `code` for programs and a `message` for people. Every change and every refused one is in the audit log.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/releases/docs/json', { schema: { hide: true } }, () => app.swagger())
}
