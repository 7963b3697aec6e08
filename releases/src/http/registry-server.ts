import { createServer } from '@marram/server/create-server'
import type { Problem, ProblemKind } from '@marram/server/problems'
import { compileValidator } from '@marram/server/validate'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema'
import type * as z from 'zod/mini'
import { type AuditEntry, anonymousAllowance, record } from '../audit/audit'
import type { RegistryContext } from '../context'
import { Stopping } from '../gate/gate'
import { Refusal } from '../refusal'
import { StorageFailed } from '../storage'

/** Request ids of edges and pipelines are accepted: they only serve to find their own requests in the log. */
const INSIDE = ['loopback', 'linklocal', 'uniquelocal']

/** With a code for programs, and details. */
type RegistryProblem = Problem & { code: string; detail?: Record<string, unknown> }

/** A listener of the registry. Every refused change goes into the audit log. */
export function registryServer(
  { db, log, metrics, drainMs = 0, countFailure }: RegistryContext,
  limits: { requestTimeout?: number } = {},
): { app: FastifyInstance; isEnding: () => boolean } {
  const mayAuditAnonymous = anonymousAllowance()
  const { app, isEnding } = createServer({
    log,
    metrics,
    drainMs,
    trustedProxies: INSIDE,
    fastify: limits,
    problemOf(error) {
      if (error instanceof StorageFailed) countFailure('storage')
      return ownProblem(error)
    },
    notFound: (request, reply) =>
      reply.code(404).send({ code: 'not-found', message: `There is nothing at ${request.method} ${pathOf(request)}.` }),
    async sendProblem(problem, request, reply) {
      const { status, kind, code, message, detail } = inRegistryWords(problem)
      const action = status < 500 && kind !== 'bad-address' ? auditedAs(request) : undefined
      if (action !== undefined && (request.caller || mayAuditAnonymous()))
        await record(db, auditEntry(request, action, { code, message, ...detail })).catch((failure) =>
          request.log.error(failure, 'could not audit'),
        )
      if (status === 401) reply.header('www-authenticate', 'Bearer')
      if (status === 503) reply.header('retry-after', '1')
      reply.header('cache-control', 'no-store')
      return reply.code(status).send({ code, message, ...detail })
    },
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializeResponse)
  app.decorateRequest('caller', null)
  return { app, isEnding }
}

/** Responses are validated when they are sent: undeclared fields never leave the registry. */
const serializeResponse: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(schema.parse(JSON.parse(JSON.stringify(data))))

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]

/** The name of a refusal in the audit log; undefined for refusals that are not logged. */
function auditedAs({ routeOptions }: FastifyRequest): string | undefined {
  const { action, refusedAs } = routeOptions.config
  // An edge with an expired token keeps retrying, and would fill the audit log.
  return refusedAs ?? (action === 'read' || action === 'report' ? undefined : action)
}

function auditEntry(request: FastifyRequest, action: string, detail: Record<string, unknown>): AuditEntry {
  const params = request.params as { environment?: string; part?: string; version?: string }
  const body = (Buffer.isBuffer(request.body) ? {} : (request.body ?? {})) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : undefined)
  return {
    action,
    refused: true,
    actor: request.caller?.name,
    environment: text(params.environment),
    part: text(params.part),
    version: text(params.version ?? body.version),
    reason: text(body.reason),
    detail: { ...detail, asked: asked(body) },
  }
}

const ASKED = ['version', 'from', 'traffic', 'group', 'revision', 'composition', 'name', 'role', 'until']

/** The short values of the request: words and numbers. */
const asked = (body: Record<string, unknown>) =>
  Object.fromEntries(
    ASKED.filter((field) => ['string', 'number'].includes(typeof body[field])).map((field) => [
      field,
      typeof body[field] === 'number' ? body[field] : String(body[field]).slice(0, 100),
    ]),
  )

/** Maps errors of the registry, and validation errors of the framework; undefined for those of the common table. */
function ownProblem(error: Error & { statusCode?: number; validation?: unknown }): RegistryProblem | undefined {
  if (error instanceof Refusal) {
    const { statusCode: status, code, message, detail } = error
    return { kind: 'refused', status, code, message, detail, isFault: status >= 500 }
  }
  if (error instanceof StorageFailed) return unavailable('The store of release files does not respond. Try again soon.')
  if (error instanceof Stopping) return unavailable('The registry is stopping. Nothing was changed. Try again soon.')
  const { statusCode = 500, validation, message } = error
  if (validation || statusCode === 413 || statusCode < 400 || statusCode >= 500) return undefined
  return { kind: 'refused', status: statusCode, code: 'invalid', message }
}

const unavailable = (message: string): RegistryProblem => {
  return { kind: 'failed', status: 503, code: 'unavailable', message, isFault: true }
}

/** Responses of the registry that differ from the common table. */
const words: Record<ProblemKind, Pick<RegistryProblem, 'code'> & Partial<Problem>> = {
  'bad-address': { code: 'invalid', message: 'This address cannot be read: it has a % that begins no valid escape.' },
  refused: { code: 'too-large', message: 'The body is too large.' },
  invalid: { code: 'invalid' },
  unstorable: { code: 'invalid', message: 'The request holds characters that cannot be stored as text.' },
  conflict: { code: 'conflict' },
  'disk-full': { code: 'disk-full', status: 507, message: "The registry's disk is full. Nothing was changed." },
  'database-away': { code: 'unavailable', message: 'The database of the registry does not respond. Try again soon.' },
  failed: { code: 'failed', message: 'The registry failed to do this. Its log says why.' },
}

const inRegistryWords = (problem: Problem): RegistryProblem =>
  'code' in problem ? (problem as RegistryProblem) : { ...problem, ...words[problem.kind] }
