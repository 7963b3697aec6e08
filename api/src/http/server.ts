import { serializerCompiler } from '@fastify/type-provider-zod'
import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { endpoints } from '@marram/api-contract/endpoints'
import { createServer, type ServerSettings } from '@marram/server/create-server'
import { type Problem, problemOfStatus } from '@marram/server/problems'
import { compileValidator } from '@marram/server/validate'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal'

/** For all calls but the one that accepts images. */
export const BODY_BYTES = 1024 * 1024
/** 24 MB, the largest filled form, take 126 s at the 1.6 Mbps of a slow phone. */
const REQUEST_MS = 180_000

/** The server without its routes: its body parsers and error format. */
export function createApiServer(settings: Pick<ServerSettings, 'log' | 'metrics' | 'trustedProxies' | 'drainMs'>) {
  const server = createServer({
    ...settings,
    sendProblem,
    problemOf: ownProblem,
    notFound: sendNotFound,
    fastify: {
      bodyLimit: BODY_BYTES,
      requestTimeout: REQUEST_MS,
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    },
  })
  server.app.setValidatorCompiler(compileValidator)
  server.app.setSerializerCompiler(serializerCompiler)
  readOnlyJson(server.app)
  return server
}

/**
 * Only JSON, which a form on a foreign page cannot send without a preflight. Only UTF-8 and not compressed: another
 * encoding would be stored wrongly without an error.
 */
function readOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
    const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8'
    if (encoding.toLowerCase() !== 'identity' || !/^utf-?8$/i.test(charset))
      return done(new Refusal(415, 'Send this as JSON in UTF-8, not compressed.'))
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    } catch {
      return done(new Refusal(400, 'This is not in UTF-8.'))
    }
    parse(request, text, done)
  })
}

/** `detail` is for the client's developer: no page shows it to visitors. */
type ApiProblem = Problem & { detail?: string | undefined }

export function sendProblem(problem: ApiProblem, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { kind, status: code, message, errors, detail, retryAfter } = problem
  // `retry-after` also means that nothing was done, which is not known for an interrupted write.
  const isRead = method === 'GET' || method === 'HEAD'
  if (retryAfter && (isRead || kind !== 'database-away')) reply.header('retry-after', retryAfter)
  // As text: these are the same for routes with and without a schema of their own.
  return reply
    .code(code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, message, errors, detail }))
}

/** Maps the API's own refusals, and validation errors. */
export function ownProblem(error: Error & Pick<FastifyError, 'validation'>): ApiProblem | undefined {
  if (error instanceof Refusal) {
    const { code: status, message, errors, retryAfter } = error
    return { kind: 'refused', status, message, errors, retryAfter }
  }
  return error.validation?.length ? validationProblem(error.validation) : undefined
}

const UNREADABLE = 'This could not be read, so nothing was done. Load the page again, and try once more.'
/** Zod's own messages name its types. Visitors read those of the contracts. */
const isZods = ({ message }: { message: string }) => /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/.test(message)

/** The first mistake of each field, and the first of all as the message; zod's own message is the detail. */
function validationProblem(issues: NonNullable<FastifyError['validation']>): ApiProblem {
  const found = issues.map(({ instancePath, message = problemOfStatus(400).message }) => ({
    field: instancePath.slice(1),
    message,
  }))
  const inWords = found.filter((each) => !isZods(each))
  const errors = new Map<string, string>()
  for (const { field, message } of inWords) if (field && !errors.has(field)) errors.set(field, message)
  const zods = found.find(isZods)
  return {
    kind: 'invalid',
    status: 400,
    message: inWords[0]?.message ?? UNREADABLE,
    errors: errors.size > 0 ? Object.fromEntries(errors) : undefined,
    detail: zods && `${zods.field || 'body'}: ${zods.message}`,
  }
}

// As exact as the routes themselves: an address that no method reaches is not one with the wrong method.
const addresses = Object.values(endpoints).map(({ method, path }: AnyEndpoint) => ({
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** 404, or 405 where another method has a route. */
function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] as string
  const allowed = new Set(addresses.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
  if (allowed.size > 0) reply.header('allow', [...allowed].join(', '))
  return sendProblem(problemOfStatus(allowed.size > 0 ? 405 : 404), request, reply)
}
