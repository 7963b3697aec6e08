import { maxHeaderSize } from 'node:http'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import { answerBrokenRequests, brokenRequests } from '@marram/service/broken-requests'
import { answerAsData } from '@marram/service/data-headers'
import { answerWhileEnding, drain, ENDING } from '@marram/service/drain'
import type { Logger } from '@marram/service/log'
import { logAnswers } from '@marram/service/log-answers'
import { createMetrics, type Metrics, measureAnswers } from '@marram/service/metrics'
import { answerWithId, requestIds } from '@marram/service/request-id'
import { readUnreadBodies } from '@marram/service/unread-bodies'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { answerBadAddress, answerErrors } from './answer-errors'
import { authorize } from './authorize'
import { boardRoutes } from './board/board-routes'
import { cleanUpRoutes } from './clean-up/clean-up-routes'
import { tagConsoleAnswers, withoutConsole } from './console/console-calls'
import { consoleFiles } from './console/console-files'
import { sessionRoutes } from './console/session-routes'
import { countFailures } from './count-failures'
import type { ReleasesDatabase } from './database'
import type { LoggingDesk } from './desk'
import { differenceRoutes } from './difference/difference-routes'
import { discoveryRoutes } from './discovery-routes'
import { openApiDocument, serializeAnswer } from './document'
import { environmentRoutes } from './environment-routes'
import { evidenceRoutes } from './evidence/evidence-routes'
import { fileRoutes } from './file-routes'
import { Gate } from './gate/gate'
import { gateRoutes } from './gate/gate-routes'
import type { Trial } from './gate/server-trial'
import { listingRoutes } from './listing-routes'
import { previewRoutes } from './previews/preview-routes'
import { rolloutRoutes } from './rollout-routes'
import { stopRoutes } from './stop-routes'
import type { ReleaseFiles } from './storage'
import { tokenRoutes } from './token-routes'
import { uploadRoutes } from './upload-routes'
import { compileValidator } from './validate'
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
  /** Folder of the built console. */
  console?: string
}

export type Registry = Settings & LoggingDesk

/** What all routes work with. */
export function openDesk({ now = () => new Date(), ...settings }: Settings & { now?: () => Date }): Registry {
  const countFailure = countFailures(settings.metrics)
  return { ...settings, now, countFailure, gate: new Gate({ ...settings, countFailure }) }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Edges and pipelines; an id of theirs names what they asked for, and nothing more depends on it. */
const INSIDE = ['loopback', 'linklocal', 'uniquelocal']

/** The registry's HTTP service. */
export function createApp(registry: Registry): App {
  const app: App = Fastify({
    loggerInstance: registry.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: requestIds(INSIDE),
    rewriteUrl: withoutConsole,
    // A longer one would be answered without a word.
    routerOptions: { maxParamLength: maxHeaderSize },
    frameworkErrors: answerBadAddress,
    ...brokenRequests,
    ...answerWhileEnding,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializeAnswer)
  answerAsData(app)
  answerWithId(app)
  logAnswers(app, registry.log)
  measureAnswers(app, registry.metrics ?? createMetrics())
  const { isEnding } = drain(app, registry.drainMs ?? 0)
  answerBrokenRequests(app)
  readUnreadBodies(app)
  answerErrors(app, registry)
  authorize(app, registry)
  tagConsoleAnswers(app)
  // Before the calls that wait for it are: trials can take longer than this process is given to end.
  app.addHook('preClose', () => registry.gate.stop())
  openApiDocument(app)
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    if (isEnding()) return reply.code(503).send(ENDING)
    await registry.db.execute('select 1')
    return { status: 'ok' }
  })
  // In scopes of their own, which begin after the document has begun to collect.
  for (const routes of [
    cleanUpRoutes,
    boardRoutes,
    consoleFiles,
    discoveryRoutes,
    environmentRoutes,
    evidenceRoutes,
    fileRoutes,
    gateRoutes,
    differenceRoutes,
    listingRoutes,
    previewRoutes,
    rolloutRoutes,
    sessionRoutes,
    stopRoutes,
    tokenRoutes,
    uploadRoutes,
    whyRoutes,
  ])
    app.register(async (scope) => routes(scope.withTypeProvider<ZodTypeProvider>(), registry))
  return app
}
