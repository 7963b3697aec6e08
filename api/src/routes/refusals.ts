import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { endpoints } from '@marram/api-contract/endpoints'
import { DATA_HEADERS } from '@marram/server/data-headers'
import { databaseFault } from '@marram/server/database-away'
import { REQUEST_ID } from '@marram/server/request-id'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal'

type Problem = { code: number; message: string; errors?: Record<string, string> }
/** With the seconds after which another try is worth it. */
type Answer = Problem & { retryAfter?: number | undefined }

const texts: Record<number, string> = {
  400: 'This request cannot be understood.',
  404: 'There is nothing at this address.',
  405: 'This address does not take such a request.',
  413: 'This is too large to send.',
  415: 'Send this as JSON.',
  429: 'Too many requests. Wait a minute and try again.',
  500: 'Something went wrong here. Please try again.',
  503: 'The service is not available right now. Please try again in a moment.',
}

/** Every answer that is not a success, as `{code, message}`. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { retryAfter, ...problem } = answerTo(error, request)
    if (retryAfter) reply.header('retry-after', retryAfter)
    return send(reply, problem)
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url)
    if (allowed.length === 0) return send(reply, { code: 404, message: texts[404] as string })
    reply.header('allow', allowed.join(', '))
    return send(reply, { code: 405, message: texts[405] as string })
  })
}

/** For what fails before there is a route, such as a URL that cannot be decoded. */
export const answerBadUrl = (_: unknown, { id }: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(400)
    .headers({ ...DATA_HEADERS, [REQUEST_ID]: id })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: 400, message: texts[400] }))

function send(reply: FastifyReply, problem: Problem) {
  // As text: these answers are the same for routes with and without a schema of their own.
  return reply.code(problem.code).type('application/json; charset=utf-8').send(JSON.stringify(problem))
}

/**
 * The first thing that is wrong with each field, and the first of all as the message. Our own words stand alone there,
 * because visitors read them; a library's need the place that they are about.
 */
function validationProblem(issues: NonNullable<FastifyError['validation']>): Omit<Problem, 'code'> {
  const said = issues.map(({ instancePath, message }) => [instancePath.slice(1), message ?? (texts[400] as string)])
  const [place, words] = said[0] as [string, string]
  const errors = new Map<string, string>()
  for (const [field, mistake] of said as [string, string][]) if (field && !errors.has(field)) errors.set(field, mistake)
  return {
    message: place && /^(Invalid|Too|Unrecognized|Expected)\b/.test(words) ? `${place}: ${words}` : words,
    ...(errors.size > 0 && { errors: Object.fromEntries(errors) }),
  }
}

function answerTo(error: FastifyError, request: FastifyRequest): Answer {
  if (error instanceof Refusal) {
    const { code, message, errors, retryAfter } = error
    return { code, message, ...(errors && { errors }), retryAfter }
  }
  if (error.validation) {
    return { code: 400, ...validationProblem(error.validation) }
  }
  const { statusCode } = error
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    const code = texts[statusCode] ? statusCode : 400
    return { code, message: texts[code] as string }
  }
  const sqlState = sqlStateOf(error)
  // Data that PostgreSQL cannot hold or that another row contradicts is the request's fault, not the server's.
  if (sqlState?.startsWith('22')) return { code: 400, message: texts[400] as string }
  if (sqlState?.startsWith('23')) return { code: 409, message: 'This contradicts what is already stored.' }
  request.log.error({ err: error, route: request.routeOptions.url ?? '-' }, 'failed')
  const fault = databaseFault(error)
  // When to come again says also that nothing was done, which nobody knows of what ended while it was being stored.
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (fault === 'away') return { code: 503, message: texts[503] as string, ...(isRead && { retryAfter: 5 }) }
  if (fault === 'disk-full')
    return { code: 503, message: 'Nothing can be stored right now. Please try again later.', retryAfter: 60 }
  return { code: 500, message: texts[500] as string }
}

function sqlStateOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as Error & { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

// As exact as the routes themselves: an address that no method reaches is not one with the wrong method.
const addresses = Object.values(endpoints).map(({ method, path }: AnyEndpoint) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

function methodsAt(url: string): string[] {
  const path = url.split('?', 1)[0] as string
  const found = addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return [...new Set(found)].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
