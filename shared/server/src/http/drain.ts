import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** For Fastify's options: requests that arrive while this process is stopping get a response, which closes their connection. */
export const respondWhileEnding = { return503OnClosing: false, forceCloseConnections: 'idle' } as const

/** For health checks: requests should go elsewhere. */
export const ENDING = { code: 503, message: 'This process is ending.' }

/** How long a stopping server still responds. With `isEnding`, its health check sends proxies elsewhere. */
export function drain(app: Pick<FastifyInstance, 'addHook' | 'server'>, ms: number): { isEnding: () => boolean } {
  let ending = false
  app.addHook('preClose', async () => {
    ending = true
    // Without a listener no client waits.
    if (app.server.listening) await wait(ms)
  })
  return { isEnding: () => ending }
}
