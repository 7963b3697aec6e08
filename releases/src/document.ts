import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from '@fastify/type-provider-zod'
import type { FastifySerializerCompiler } from 'fastify/types/schema'
import type { ZodType } from 'zod'
import { problem } from './answers'
import type { App } from './app'

/** Collects the routes that are registered after it, and answers them as OpenAPI. */
export function openApiDocument(app: App): void {
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

/** What the document says of a call that anybody may make. */
export const documented = (operationId: string, summary: string, answer: ZodType, ...statuses: number[]) => ({
  operationId,
  summary,
  response: {
    ...Object.fromEntries((statuses.length > 0 ? statuses : [200]).map((status) => [status, answer])),
    default: problem as ZodType,
  },
})

/** What it says of one for holders of a token. */
export const documentedForHolders = (...call: Parameters<typeof documented>) => ({
  ...documented(...call),
  security: [{ token: [] as string[] }],
})

/** Answers are checked as they are sent: what they do not declare never leaves the registry. */
export const serializeAnswer: FastifySerializerCompiler<ZodType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(schema.parse(JSON.parse(JSON.stringify(data))))
