import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import type { Logger } from '../process/log'
import type { Metrics } from '../process/metrics'

const FILES = ['/releases/files/:part/:version/*', '/media/*']

/** Requests that other servers repeat all the time, mostly for nothing new, and the many files of a page. */
const isRoutine = ({ method, route, status }: SentResponse) =>
  status === 304 || method === 'HEAD' || route === '/healthz' || (FILES.includes(route) && status < 400)

/** `ms`: time until the response was handed to the system; `request` is the request's id. */
export type SentResponse = { method: string; route: string; status: number; ms: number; request: string }
type More = Record<string, unknown>

/**
 * Logs and measures each response by its route's pattern: the number of URLs has no limit, and some contain names and
 * phone numbers. `more` adds fields to the log line. Returns a function that records responses that hooks do not see.
 */
export function recordResponses(
  app: Pick<FastifyInstance, 'addHook'>,
  log: Logger,
  metrics: Metrics,
  more: (request: FastifyRequest, reply: FastifyReply) => More = () => ({}),
): (sent: SentResponse, more?: () => More) => void {
  const measure = durations(metrics)
  const record = (sent: SentResponse, known?: () => More) => {
    measure(sent)
    const level = isRoutine(sent) ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) log[level]({ ...sent, ms: Math.round(sent.ms), ...known?.() }, 'response sent')
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request
    const { url: route = NO_ROUTE } = routeOptions
    record({ method, route, status: reply.statusCode, ms: reply.elapsedTime, request: id }, () => more(request, reply))
    done()
  })
  return record
}

const NO_ROUTE = '-'
/** A page takes 1 to 800 ms, a response from memory less than one, an upload minutes. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

function durations(metrics: Metrics): (sent: SentResponse) => void {
  const name = 'marram_http_request_duration_seconds'
  // A service may have several listeners, which share one histogram.
  const known = metrics.getSingleMetric(name) as Histogram | undefined
  const seconds =
    known ??
    new Histogram({
      name,
      help: 'Time from the headers of a request until its whole response was handed to the system.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers: [metrics],
    })
  // To find a series by its labels takes longer than to count in it. There are as many as routes and statuses.
  const series = new Map<string, Histogram.Internal<string>>()
  return ({ method, route, status, ms }) => {
    const key = `${method} ${status} ${route}`
    const found = series.get(key) ?? seconds.labels({ method, route: route === NO_ROUTE ? 'none' : route, status })
    series.set(key, found)
    found.observe(ms / 1000)
  }
}
