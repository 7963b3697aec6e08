import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { type EndpointName, endpoints } from '@marram/api-contract/endpoints'
import { encode } from '@marram/server/encodings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answers } from '../answers/all'
import { type Answerer, type Context, envelop } from '../call'
import type { ApiSettings } from '../environment'
import { Refusal } from '../refusal'
import { encodingFor } from './compression'
import { limitEach } from './rate-limit'
import { documented, routeOf } from './table'
import { refuseUnstorable } from './unstorable'

/** Calls that change something or concern one visitor: limited by client address, never cached. */
export async function limitedCalls(
  app: FastifyInstance,
  { context, settings }: { context: Context; settings: ApiSettings },
): Promise<void> {
  await limitEach(app, settings)
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
    const answer = answers[name] as Answerer<AnyEndpoint>
    const handler = async ({ params, query, body, headers, ip }: FastifyRequest) => {
      refuseUnstorable([params, query, body])
      const answered = await answer(context, {
        params: params as Record<string, string>,
        query: query as Record<string, string | undefined>,
        body,
        idempotencyKey: idempotent ? idempotencyKey(headers) : undefined,
        client: ip,
      })
      return envelop(endpoint, answered)
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
