import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { endpoints } from '@marram/api-contract/endpoints'
import { type Problem, problemOfStatus } from '@marram/server/problems'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal'

/** Every response that is not a success, as `{code, message, errors}`. */
export function sendProblem(problem: Problem, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { kind, status: code, message, errors, retryAfter } = problem
  // When to come again says also that nothing was done, which nobody knows of what ended while it was being stored.
  const isRead = method === 'GET' || method === 'HEAD'
  if (retryAfter && (isRead || kind !== 'database-away')) reply.header('retry-after', retryAfter)
  // As text: these are the same for routes with and without a schema of their own.
  return reply.code(code).type('application/json; charset=utf-8').send(JSON.stringify({ code, message, errors }))
}

/** What the API makes of its own refusals, and of the mistakes that validation finds. */
export function ownProblem(error: Error & Pick<FastifyError, 'validation'>): Problem | undefined {
  if (error instanceof Refusal) {
    const { code: status, message, errors, retryAfter } = error
    return { kind: 'refused', status, message, ...(errors && { errors }), ...(retryAfter && { retryAfter }) }
  }
  if (error.validation?.length) return validationProblem(error.validation)
  return undefined
}

/** 404, or 405 where another method has a route. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = methodsAt(request.url)
  if (allowed.length > 0) reply.header('allow', allowed.join(', '))
  return sendProblem(problemOfStatus(allowed.length > 0 ? 405 : 404), request, reply)
}

/**
 * The first thing that is wrong with each field, and the first of all as the message. Our own words stand alone there,
 * because visitors read them; a library's need the place that they are about.
 */
function validationProblem(issues: NonNullable<FastifyError['validation']>): Problem {
  const found = issues.map(({ instancePath, message }) => [
    instancePath.slice(1),
    message ?? problemOfStatus(400).message,
  ])
  const [place, words] = found[0] as [string, string]
  const errors = new Map<string, string>()
  for (const [field, mistake] of found as [string, string][])
    if (field && !errors.has(field)) errors.set(field, mistake)
  return {
    kind: 'invalid',
    status: 400,
    message: place && /^(Invalid|Too|Unrecognized|Expected)\b/.test(words) ? `${place}: ${words}` : words,
    ...(errors.size > 0 && { errors: Object.fromEntries(errors) }),
  }
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
