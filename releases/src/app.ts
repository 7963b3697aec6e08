import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from '@fastify/type-provider-zod'
import { answerBrokenRequests, brokenRequests } from '@marram/service/broken-requests'
import type { Logger } from '@marram/service/log'
import { readUnreadBodies } from '@marram/service/unread-bodies'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import type { Disk } from 'flydrive'
import { answerErrors } from './answer-errors'
import { authorize } from './authorize'
import type { ReleasesDatabase } from './database'
import { discoveryRoutes } from './discovery-routes'
import { fileRoutes } from './file-routes'
import { listingRoutes } from './listing-routes'
import { rolloutRoutes } from './rollout-routes'
import { uploadRoutes } from './upload-routes'

export type Registry = {
  db: ReleasesDatabase
  files: Disk
  log: Logger
  /** 1 (quick) to 11 (small, and the standard). */
  brotliQuality?: number
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The registry's HTTP service. */
export function createApp(registry: Registry): App {
  const app: App = Fastify({
    loggerInstance: registry.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 1000 },
    ...brokenRequests,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerBrokenRequests(app)
  readUnreadBodies(app)
  answerErrors(app, registry.db)
  authorize(app, registry.db)
  app.get('/healthz', async () => {
    await registry.db.execute('select 1')
    return { status: 'ok' }
  })
  discoveryRoutes(app, registry)
  fileRoutes(app, registry)
  listingRoutes(app, registry)
  rolloutRoutes(app, registry)
  app.register(async (scope) => uploadRoutes(scope.withTypeProvider<ZodTypeProvider>(), registry))
  return app
}
