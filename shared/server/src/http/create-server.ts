import { type IncomingMessage, maxHeaderSize, type Server as RawServer, type ServerResponse } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from '../process/log'
import type { Metrics } from '../process/metrics'
import { brokenRequests, readUnreadBodies } from './broken-requests'
import { DATA_HEADERS, type Headers } from './data-headers'
import { drain, respondWhileEnding } from './drain'
import { takeFastPath } from './fast-path'
import { recordResponses } from './log-responses'
import { badAddress, type Problem, problemOf, problemOfStatus } from './problems'
import { isProof, type Proof, REQUEST_ID, requestIds, type Trusted } from './request-id'

export type ServerSettings = {
  log: Logger
  metrics: Metrics
  /** Whose headers are trusted for the address of a client and the id of a request. */
  trustedProxies: Trusted | Proof
  drainMs: number
  /** Sends an error response in this server's format. */
  sendProblem: (problem: Problem, request: FastifyRequest, reply: FastifyReply) => unknown
  /** Maps this server's own errors; undefined for errors of the common table. */
  problemOf?: (error: Error) => Problem | undefined
  notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Headers of every response, also of those to invalid requests. A route may replace them. */
  headers?: Headers
  /** Where they depend on the address. */
  headersFor?: (url: string) => Headers
  /** Further fields for the log line of a response. */
  logMore?: (request: FastifyRequest, reply: FastifyReply) => Record<string, unknown>
  /** Limits and other options of this server only. `logger: false` silences the framework, not our own lines. */
  fastify?: Omit<FastifyHttpOptions<RawServer>, 'logger'> & { logger?: false }
}

/** Headers that Fastify reads address, host and protocol of a client from. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

export type Server = ReturnType<typeof createServer>

/** A server with everything that our servers share, in one order. Hooks that are added to `app` run later. */
export function createServer(settings: ServerSettings) {
  const { log, metrics, trustedProxies, sendProblem, headers = DATA_HEADERS } = settings
  const { headersFor = () => headers, fastify: { http, routerOptions, ...fastify } = {} } = settings
  const idOf = requestIds(trustedProxies)
  const broken = brokenRequests(headers)
  const app: FastifyInstance = Fastify({
    ...(fastify.logger === undefined && {
      loggerInstance: log as FastifyBaseLogger,
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    }),
    genReqId: idOf,
    trustProxy: isProof(trustedProxies) ? () => true : trustedProxies,
    // A longer one would get a response without a message.
    routerOptions: { maxParamLength: maxHeaderSize, ...routerOptions },
    // An address that cannot be decoded reaches no hook, no route and no error handler.
    frameworkErrors: (_, request, reply) => {
      reply.headers({ ...headers, [REQUEST_ID]: request.id })
      void sendProblem(badAddress, request as FastifyRequest, reply as FastifyReply)
    },
    ...broken.options,
    http: { ...broken.options.http, ...http },
    ...respondWhileEnding,
    ...fastify,
  } as FastifyHttpOptions<RawServer>)
  if (isProof(trustedProxies))
    // First of all: unproven headers are removed, and the address is that of the connection.
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      if (!trustedProxies.proves(raw)) for (const name of FORWARDED) delete raw.headers[name]
      done()
    })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url)).header(REQUEST_ID, request.id)
    done()
  })
  const record = recordResponses(app, log, metrics, settings.logMore)
  broken.register(app)
  readUnreadBodies(app)
  const { isEnding } = drain(app, settings.drainMs)
  app.setErrorHandler<Error>((error, request, reply) => {
    const problem = settings.problemOf?.(error) ?? problemOf(error)
    const { method, id, routeOptions } = request
    if (problem.isFault)
      log.error({ err: error, method, route: routeOptions.url ?? '-', request: id }, 'a request failed')
    return sendProblem(problem, request, reply)
  })
  app.setNotFoundHandler(settings.notFound ?? ((request, reply) => sendProblem(problemOfStatus(404), request, reply)))
  return {
    app,
    /** For health checks: whether this process is stopping. */
    isEnding,
    idOf,
    /** Logs and measures a response that hooks do not see. */
    record,
    /** Gives `respond` each request before the framework; false leaves it to the routes. */
    useFastPath: (respond: (request: IncomingMessage, response: ServerResponse) => boolean) =>
      takeFastPath(
        app.server,
        // While it is stopping, the framework has each response close its connection.
        (request, response) => !isEnding() && respond(request, response),
        (error) => log.error(error, 'the fast path failed'),
      ),
  }
}
