import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../process/log'

const FILES = ['/releases/files/:part/:version/*', '/media/*']

/** What other servers ask all the time and mostly hear nothing new, and the many files of a page that could be sent. */
const isRoutine = (method: string, route: string, status: number) =>
  status === 304 || method === 'HEAD' || route === '/healthz' || (FILES.includes(route) && status < 400)

/** An answer that was sent: `ms` after its request had come; `request` is the request's id. */
export type Answered = { method: string; route: string; status: number; ms: number; request: string }

/**
 * A line for each answer: the route's pattern and not the URL, because some URLs carry names and phone numbers.
 * `more` says what else is known of it. Returns what writes the line, for answers that hooks do not see.
 */
export function logAnswers(
  app: Pick<FastifyInstance, 'addHook'>,
  log: Logger,
  more: (request: FastifyRequest, reply: FastifyReply) => Record<string, unknown> = () => ({}),
): (answered: Answered, more?: () => Record<string, unknown>) => void {
  const tell = (answered: Answered, known?: () => Record<string, unknown>) => {
    const level = isRoutine(answered.method, answered.route, answered.status) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    log[level]({ ...answered, ms: Math.round(answered.ms), ...known?.() }, 'answered')
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request
    const { url: route = '-' } = routeOptions
    const answered = { method, route, status: reply.statusCode, ms: reply.elapsedTime, request: id }
    tell(answered, () => more(request, reply))
    done()
  })
  return tell
}
