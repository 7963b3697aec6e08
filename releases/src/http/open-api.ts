import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema'
import type * as z from 'zod/mini'

/** Collects the routes that are registered after it, and serves them as OpenAPI. */
export function openApiDocument(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Marram release desk',
        version: '1.0.0',
        description:
          'What teams and release managers do, in the words of `npm run release`. A refusal has a `code` for programs and a `message` for people. Every change and every refused one is in the audit log.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/releases/docs/json', { schema: { hide: true } }, () => app.swagger())
}

/** Responses are checked as they are sent: what they do not declare never leaves the registry. */
export const serializeResponse: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(schema.parse(JSON.parse(JSON.stringify(data))))
