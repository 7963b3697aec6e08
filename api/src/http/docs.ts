import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from '@fastify/type-provider-zod'
import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { DOCS_POLICY } from '@marram/server/data-headers'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

const problem = z.object({
  code: z.int(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  detail: z.optional(
    z.string().register(z.globalRegistry, { description: 'For programmers: no page shows it to its visitors.' }),
  ),
})

/** `/api/news/{slug}` as Fastify writes it. */
export const routeOf = ({ path }: AnyEndpoint) => path.replace(/\{(\w+)\}/g, ':$1')

/** The whole successful response: undeclared fields never leave the server. */
export function responseSchema({ envelope, data, beside }: AnyEndpoint): z.ZodMiniType {
  const code = { code: z.int() }
  if (envelope !== 'none') return z.object({ ...code, [envelope]: data, ...beside })
  return z.object({ ...code, ...(data as z.ZodMiniObject).shape, ...beside })
}

/** Accepts any header: a wrong or missing one makes only a few calls fail. */
const idempotencyKey = z.looseObject({
  'idempotency-key': z.optional(
    z.string().register(z.globalRegistry, {
      description:
        'The same key and body get the first response again and do nothing more; with another body the code is 409.',
    }),
  ),
})

const optionalToken: Record<string, string[]>[] = [{}, { accessToken: [] }]

/** The schemas of a call for validation and for the API document. */
export const documented = (operationId: string, endpoint: AnyEndpoint) => {
  const { path, summary, query = {}, body, idempotent, bearer } = endpoint
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  return {
    operationId,
    summary,
    tags: [path.split('/')[2] ?? 'api'],
    params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
    querystring: z.object(query),
    ...(idempotent && { headers: idempotencyKey }),
    ...(bearer && { security: bearer === 'required' ? [{ accessToken: [] }] : optionalToken }),
    ...(body && { body }),
    response: { 200: responseSchema(endpoint), default: problem },
  }
}

/** Collects the routes that are registered after it. */
export async function collectApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Marram API',
        version: '1.0.0',
        description:
          'Every response has a `code`, equal to the HTTP status. Lists and records are under `data`, or `Data` for the by-category calls of news, main news, publications, sponsors, about and statics. Paths work with and without a trailing slash.',
      },
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
}

/** The document for machines at /api/docs/json and for people at /api/docs. */
export async function docs(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', DOCS_POLICY)
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { deepLinking: true, tryItOutEnabled: false } })
}
