import { maxHeaderSize } from 'node:http'
import { answerBrokenRequests, brokenRequests } from '@marram/server/broken-requests'
import { answerAsData } from '@marram/server/data-headers'
import { answerWhileEnding, drain } from '@marram/server/drain'
import { logAnswers } from '@marram/server/log-answers'
import { createMetrics, measureAnswers } from '@marram/server/metrics'
import { answerWithId, requestIds } from '@marram/server/request-id'
import { readUnreadBodies } from '@marram/server/unread-bodies'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { RegistryContext } from '../context'
import { answerBadAddress, answerErrors } from './answer-errors'
import { serializeResponse } from './document'
import { compileValidator } from './validate'

/** Edges and pipelines; an id of theirs names what they asked for, and nothing more depends on it. */
const INSIDE = ['loopback', 'linklocal', 'uniquelocal']

/** What each listener of the registry does, whatever it serves: answers in words, logs, measures, drains. */
export function hardenedApp(
  registry: RegistryContext,
  limits: { requestTimeout?: number } = {},
): { app: FastifyInstance; isEnding: () => boolean } {
  const app: FastifyInstance = Fastify({
    loggerInstance: registry.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: requestIds(INSIDE),
    // A longer one would be answered without a word.
    routerOptions: { maxParamLength: maxHeaderSize },
    frameworkErrors: answerBadAddress,
    ...brokenRequests,
    ...answerWhileEnding,
    ...limits,
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializeResponse)
  app.decorateRequest('caller', null)
  answerAsData(app)
  answerWithId(app)
  logAnswers(app, registry.log)
  measureAnswers(app, registry.metrics ?? createMetrics())
  const { isEnding } = drain(app, registry.drainMs ?? 0)
  answerBrokenRequests(app)
  readUnreadBodies(app)
  answerErrors(app, registry)
  return { app, isEnding }
}
