import { DATA_HEADERS } from '@marram/server/data-headers'
import { databaseFault } from '@marram/server/database-away'
import { REQUEST_ID } from '@marram/server/request-id'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AuditEntry, record, strangerAllowance } from '../audit/audit'
import type { RegistryContext } from '../context'
import { Stopping } from '../gate/gate'
import { Refusal } from '../refusal'
import { StorageFailed } from '../storage'

type Answer = { status: number; code: string; message: string; detail?: Record<string, unknown> }

/** Every failure is answered as `{code, message, …}`, and every refused change goes into the audit log. */
export function answerErrors(
  app: FastifyInstance,
  { db, countFailure }: Pick<RegistryContext, 'db' | 'countFailure'>,
): void {
  const strangers = strangerAllowance()
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ code: 'not-found', message: `There is nothing at ${request.method} ${pathOf(request)}.` }),
  )
  app.setErrorHandler<FastifyError | Refusal>(async (error, request, reply) => {
    const answer = answerFor(error)
    if (error instanceof StorageFailed) countFailure('storage')
    if (answer.status >= 500) request.log.error({ err: error, path: pathOf(request) }, 'could not answer')
    else if (auditedAs(request) !== undefined && (request.caller || strangers()))
      await record(db, auditEntry(request, answer)).catch((failure) => request.log.error(failure, 'could not audit'))
    const { status, code, message, detail } = answer
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (status === 503) reply.header('retry-after', '1')
    reply.header('cache-control', 'no-store')
    return reply.code(status).send({ code, message, ...detail })
  })
}

/** An address that cannot be decoded reaches no hook, no route and no error handler. */
export const answerBadAddress = (_: Error, { id }: FastifyRequest, reply: FastifyReply): void =>
  void reply
    .code(400)
    .headers({ ...DATA_HEADERS, [REQUEST_ID]: id, 'cache-control': 'no-store' })
    .send({ code: 'invalid', message: 'This address cannot be read: a % stands before something that is no escape.' })

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]

/** Under which name a refusal goes into the audit log; undefined for those that do not. */
function auditedAs({ routeOptions }: FastifyRequest): string | undefined {
  const { action, refusedAs } = routeOptions.config
  // An edge with a token that has ended tries again and again: that would be all that the audit log says.
  return refusedAs ?? (action === 'read' || action === 'report' ? undefined : action)
}

function auditEntry(request: FastifyRequest, { code, message, detail }: Answer): AuditEntry {
  const params = request.params as { environment?: string; part?: string; version?: string }
  const body = (Buffer.isBuffer(request.body) ? {} : (request.body ?? {})) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : undefined)
  return {
    action: auditedAs(request) as string,
    refused: true,
    actor: request.caller?.name,
    environment: text(params.environment),
    part: text(params.part),
    version: text(params.version ?? body.version),
    reason: text(body.reason),
    detail: { code, message, ...detail, asked: asked(body) },
  }
}

/** What somebody wanted, of the fields that say it in a word or a number. */
const asked = (body: Record<string, unknown>) =>
  Object.fromEntries(
    ['version', 'from', 'traffic', 'group', 'revision', 'composition', 'name', 'role', 'until']
      .filter((field) => ['string', 'number'].includes(typeof body[field]))
      .map((field) => [field, typeof body[field] === 'number' ? body[field] : String(body[field]).slice(0, 100)]),
  )

function answerFor(error: FastifyError | Refusal): Answer {
  if (error instanceof Refusal)
    return { status: error.statusCode, code: error.code, message: error.message, detail: error.detail }
  if (error instanceof StorageFailed)
    return { status: 503, code: 'unavailable', message: 'The store of release files does not answer. Try again soon.' }
  if (error instanceof Stopping)
    return {
      status: 503,
      code: 'unavailable',
      message: 'The registry is stopping. Nothing was changed. Try again soon.',
    }
  if ('validation' in error && error.validation) return { status: 400, code: 'invalid', message: error.message }
  const { statusCode } = error
  if (statusCode === 413) return { status: 413, code: 'too-large', message: 'The body is too large.' }
  if (statusCode && statusCode < 500) return { status: statusCode, code: 'invalid', message: error.message }
  if (notText.some((code) => hasCode(error, code)))
    return { status: 400, code: 'invalid', message: 'Something in it holds characters that no text has.' }
  const fault = databaseFault(error)
  if (fault === 'disk-full')
    return { status: 507, code: 'disk-full', message: "The registry's disk is full. Nothing was changed." }
  if (fault === 'away')
    return {
      status: 503,
      code: 'unavailable',
      message: 'The database of the registry does not answer. Try again soon.',
    }
  return { status: 500, code: 'failed', message: 'The registry failed to do this. Its log says why.' }
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair. */
const notText = ['22021', '22P02', '22P05']

function hasCode(error: unknown, code: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code: own, cause } = error as { code?: unknown; cause?: unknown }
  return own === code || hasCode(cause, code)
}
