import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import * as z from 'zod/mini'

/** Every response other than a success. */
export const problem = z.object({
  code: z.int(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
})

/** `/api/news/{slug}` as Fastify writes it. */
export const routeOf = ({ path }: AnyEndpoint) => path.replace(/\{(\w+)\}/g, ':$1')

/** The whole successful response: what it does not declare never leaves the server. */
export function responseSchema({ envelope, data, beside }: AnyEndpoint): z.ZodMiniType {
  const code = { code: z.int() }
  if (envelope !== 'none') return z.object({ ...code, [envelope]: data, ...beside })
  return z.object({ ...code, ...(data as z.ZodMiniObject).shape, ...beside })
}

export const querySchema = ({ query }: AnyEndpoint) => z.object(query ?? {})

export function paramsSchema({ path }: AnyEndpoint): z.ZodMiniType {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
}

/** What the API document shows of a call. */
export const documented = (name: string, endpoint: AnyEndpoint) => ({
  operationId: name,
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[2] ?? 'api'],
  params: paramsSchema(endpoint),
  querystring: querySchema(endpoint),
  ...(endpoint.body ? { body: endpoint.body } : {}),
  response: { 200: responseSchema(endpoint), default: problem },
})
