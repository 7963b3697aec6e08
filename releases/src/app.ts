import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import { ENDING } from '@marram/server/drain'
import type { Logger } from '@marram/server/log'
import type { Metrics } from '@marram/server/metrics'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { authorize } from './authorize'
import { boardRoutes } from './board/board-routes'
import { cleanUpRoutes } from './clean-up/clean-up-routes'
import { countFailures } from './count-failures'
import type { ReleasesDatabase } from './database'
import type { LoggingDesk } from './desk'
import { differenceRoutes } from './difference/difference-routes'
import { discoveryRoutes } from './discovery/discovery-routes'
import { EverLive, everLiveRoutes } from './discovery/ever-live'
import { openApiDocument } from './document'
import { environmentRoutes } from './environment-routes'
import { evidenceRoutes } from './evidence/evidence-routes'
import { fileRoutes } from './file-routes'
import { Gate } from './gate/gate'
import { gateRoutes } from './gate/gate-routes'
import type { Trial } from './gate/server-trial'
import { listingRoutes } from './listing-routes'
import { previewRoutes } from './previews/preview-routes'
import { registryServer } from './registry-server'
import { rolloutRoutes } from './rollout-routes'
import { stopRoutes } from './stop-routes'
import type { ReleaseFiles } from './storage'
import { tokenRoutes } from './token-routes'
import { uploadRoutes } from './upload-routes'
import { whyRoutes } from './why/why-routes'

export type Settings = {
  db: ReleasesDatabase
  files: ReleaseFiles
  log: Logger
  /** Runs server builds before they may go live. */
  trial: Trial
  /** 1 (quick) to 11 (small, and the standard). */
  brotliQuality?: number
  metrics?: Metrics
  /** How long it goes on answering when it is told to end. */
  drainMs?: number
}

export type Registry = Settings & LoggingDesk & { everLive: EverLive }

/** What all routes work with. */
export function openDesk({ now = () => new Date(), ...settings }: Settings & { now?: () => Date }): Registry {
  const countFailure = countFailures(settings.metrics)
  const everLive = new EverLive(settings.db)
  return { ...settings, now, countFailure, everLive, gate: new Gate({ ...settings, countFailure }) }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The calls of the registry. */
const calls = [
  cleanUpRoutes,
  boardRoutes,
  discoveryRoutes,
  environmentRoutes,
  everLiveRoutes,
  evidenceRoutes,
  fileRoutes,
  gateRoutes,
  differenceRoutes,
  listingRoutes,
  previewRoutes,
  rolloutRoutes,
  stopRoutes,
  tokenRoutes,
  uploadRoutes,
  whyRoutes,
]

/** Each in a scope of its own, which begins after what was registered before. */
export function registerCalls(app: App, registry: Registry): void {
  for (const routes of calls) app.register(async (scope) => routes(scope.withTypeProvider<ZodTypeProvider>(), registry))
}

/** The registry's HTTP service, for edges, pipelines and the command line. */
export function createApp(registry: Registry): App {
  const { app, isEnding } = registryServer(registry)
  authorize(app, registry)
  // Before the calls that wait for it are: trials can take longer than this process is given to end.
  app.addHook('preClose', () => registry.gate.stop())
  openApiDocument(app)
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    if (isEnding()) return reply.code(503).send(ENDING)
    await registry.db.execute('select 1')
    return { status: 'ok' }
  })
  registerCalls(app, registry)
  return app
}
