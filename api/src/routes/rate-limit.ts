import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import { clientNetwork } from '@marram/server/client-network'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiSettings } from '../environment'
import { Refusal } from '../refusal'

const TOO_MANY = 'Too many requests. Wait a minute and try again.'

const limits = (settings: Pick<ApiSettings, 'API_RATE_LIMIT'>): RateLimitPluginOptions => ({
  max: settings.API_RATE_LIMIT,
  timeWindow: '1 minute',
  // Buckets of their own for each call, so that one form cannot use up the login of a shared address.
  keyGenerator: (request) => `${request.routeOptions.url} ${clientNetwork(request.ip)}`,
})

/** Limits every call of a scope by client address. */
export async function limitEach(app: FastifyInstance, settings: Pick<ApiSettings, 'API_RATE_LIMIT'>): Promise<void> {
  await app.register(rateLimit, { ...limits(settings), errorResponseBuilder: () => new Refusal(429, TOO_MANY) })
}

/** For calls that only sometimes cost something: counts one, and throws where it is one too many. */
export async function limitWhenAsked(
  app: FastifyInstance,
  settings: Pick<ApiSettings, 'API_RATE_LIMIT'>,
): Promise<(request: FastifyRequest) => Promise<void>> {
  await app.register(rateLimit, { ...limits(settings), global: false })
  const count = app.createRateLimit()
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Refusal(429, TOO_MANY, undefined, Math.max(1, counted.ttlInSeconds))
  }
}
