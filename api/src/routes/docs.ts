import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'

/** Collects the routes that are registered after it. */
export async function collectApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Marram API',
        version: '1.0.0',
        description:
          'Every answer has a `code`, equal to the HTTP status. Lists and records are under `data`, or `Data` for the by-category calls of news, main news, sponsors, about and statics. Paths work with and without a trailing slash.',
      },
    },
    transform: jsonSchemaTransform,
  })
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The document for machines at /api/docs/json and for people at /api/docs. */
export async function docs(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', policy)
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { deepLinking: true, tryItOutEnabled: false } })
}
