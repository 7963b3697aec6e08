import rateLimit from '@fastify/rate-limit'
import { clientNetwork } from '@marram/server/client-network'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refusal'

const TOO_MANY = 'Too many requests. Wait a minute and try again.'

export type RateLimits = {
  /** For `onRequest`: counts every request. */
  countEach: ReturnType<FastifyInstance['rateLimit']>
  /** For calls that only sometimes cost something: counts one, and throws where it is one too many. */
  countOne: (request: FastifyRequest) => Promise<void>
}

/** So many requests a minute of each client network, for each call by itself. */
export async function rateLimits(app: FastifyInstance, most: number): Promise<RateLimits> {
  await app.register(rateLimit, {
    global: false,
    max: most,
    timeWindow: '1 minute',
    // Buckets of their own for each call, so that one form cannot use up the login of a shared address.
    keyGenerator: (request) => `${request.routeOptions.url} ${clientNetwork(request.ip)}`,
    errorResponseBuilder: () => new Refusal(429, TOO_MANY),
  })
  const count = app.createRateLimit()
  return {
    countEach: app.rateLimit(),
    async countOne(request) {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded)
        throw new Refusal(429, TOO_MANY, undefined, Math.max(1, counted.ttlInSeconds))
    },
  }
}
