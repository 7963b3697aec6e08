import type { Logger } from '@marram/server/log'
import type { FastifyInstance } from 'fastify'

const EVERY_MS = 1000

/** Calls `send` every second, and once more when the edge closes. It keeps what the registry did not take. */
export function reportRegularly(
  app: FastifyInstance,
  send: () => Promise<void>,
  { log, what }: { log: Logger; what: string },
): void {
  let taken = true
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const attempt = async () => {
    try {
      await send()
      taken = true
    } catch (error) {
      if (taken) log.warn({ reason: (error as Error).message }, `the registry does not take ${what}`)
      taken = false
    }
  }
  const later = () => {
    if (!closed) timer = setTimeout(() => void attempt().finally(later), EVERY_MS)
  }
  later()
  app.addHook('onClose', async () => {
    closed = true
    clearTimeout(timer)
    await attempt()
  })
}
