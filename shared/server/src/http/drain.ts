import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** For Fastify's options. What still comes while this process ends gets its response, and its connection is closed with it. */
export const respondWhileEnding = { return503OnClosing: false, forceCloseConnections: 'idle' } as const

/** For health checks: requests should go elsewhere. */
export const ENDING = { code: 503, message: 'This process is ending.' }

/**
 * A server that has to close goes on for so long, so that proxies can turn elsewhere. `isEnding` is for its health
 * check, by which they notice.
 */
export function drain(app: Pick<FastifyInstance, 'addHook' | 'server'>, ms: number): { isEnding: () => boolean } {
  let ending = false
  app.addHook('preClose', async () => {
    ending = true
    // Without a listener no client waits.
    if (app.server.listening) await wait(ms)
  })
  return { isEnding: () => ending }
}
