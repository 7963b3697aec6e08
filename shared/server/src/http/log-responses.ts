import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../process/log'

const FILES = ['/releases/files/:part/:version/*', '/media/*']

/** What other servers ask all the time, mostly for nothing new, and the many files of a page. */
const isRoutine = (method: string, route: string, status: number) =>
  status === 304 || method === 'HEAD' || route === '/healthz' || (FILES.includes(route) && status < 400)

/** A response that was sent: `ms` after its request had come; `request` is the request's id. */
export type SentResponse = { method: string; route: string; status: number; ms: number; request: string }

/**
 * A line for each response: the route's pattern and not the URL, because some URLs carry names and phone numbers.
 * `more` has further fields. Returns what writes the line, for responses that hooks do not see.
 */
export function logResponses(
  app: Pick<FastifyInstance, 'addHook'>,
  log: Logger,
  more: (request: FastifyRequest, reply: FastifyReply) => Record<string, unknown> = () => ({}),
): (sent: SentResponse, more?: () => Record<string, unknown>) => void {
  const write = (sent: SentResponse, known?: () => Record<string, unknown>) => {
    const level = isRoutine(sent.method, sent.route, sent.status) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    log[level]({ ...sent, ms: Math.round(sent.ms), ...known?.() }, 'answered')
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request
    const { url: route = '-' } = routeOptions
    const sent = { method, route, status: reply.statusCode, ms: reply.elapsedTime, request: id }
    write(sent, () => more(request, reply))
    done()
  })
  return write
}
