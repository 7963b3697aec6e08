import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { type EndpointName, endpoints } from '@marram/api-contract/endpoints'
import { encode } from '@marram/server/encodings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiSettings } from '../settings'
import { type Context, envelop, type Handler, type Handlers } from './call'
import { encodingFor } from './compression'
import { documented, routeOf } from './endpoint-schemas'
import type { RateLimits } from './rate-limit'
import { Refusal } from './refusal'
import { refuseUnstorable } from './unstorable'

type Parts = {
  handlers: Handlers
  context: Context
  settings: Pick<ApiSettings, 'API_FORM_LIMIT' | 'API_BODY_LIMIT'>
  limits: RateLimits
}

/** Calls that change something or concern one visitor: limited by client address, never cached. */
export async function limitedCalls(
  app: FastifyInstance,
  { handlers, context, settings, limits }: Parts,
): Promise<void> {
  app.addHook('onRequest', limits.countEach)
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('cache-control', 'no-store')
    const encoding = typeof payload === 'string' && encodingFor(request, payload)
    if (!encoding) return payload
    reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
    return encode(payload, encoding)
  })
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, AnyEndpoint][]) {
    const { method, uncached, idempotent } = endpoint
    if (method === 'GET' && !uncached) continue
    const handle = handlers[name] as Handler<AnyEndpoint>
    const handler = async ({ params, query, body, headers, ip }: FastifyRequest) => {
      refuseUnstorable([params, query, body])
      const result = await handle(context, {
        params: params as Record<string, string>,
        query: query as Record<string, string | undefined>,
        body,
        idempotencyKey: idempotent ? idempotencyKey(headers) : undefined,
        client: ip,
      })
      return envelop(endpoint, result)
    }
    // Pictures come in forms alone.
    const bodyLimit = name === 'createSubmission' ? settings.API_FORM_LIMIT : settings.API_BODY_LIMIT
    app.route({ method, url: routeOf(endpoint), schema: documented(name, endpoint), bodyLimit, handler })
  }
}

function idempotencyKey(headers: FastifyRequest['headers']): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new Refusal(400, 'Idempotency-Key must be 1 to 200 visible characters')
}
