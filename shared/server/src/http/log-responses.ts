import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Histogram } from 'prom-client'
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
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The buckets are not cumulated; the last has what is longer than all bounds. There are as many as routes and statuses. */
type Series = { labels: Record<string, string>; buckets: number[]; sum: number }

/** A histogram for prom-client's registry. To count in prom-client's own takes a twentieth of a cached response. */
function durations(metrics: Metrics): (sent: SentResponse) => void {
  const name = 'marram_http_request_duration_seconds'
  // A service may have several listeners, which share one histogram.
  const known = metrics.getSingleMetric(name) as unknown as { all: Map<string, Series> } | undefined
  const all = known?.all ?? new Map<string, Series>()
  const get = () => ({
    name,
    help: 'Time from the headers of a request until its whole response was handed to the system.',
    type: 'histogram',
    values: [...all.values()].flatMap((series) => valuesOf(name, series)),
  })
  if (!known) metrics.registerMetric({ name, all, get } as unknown as Histogram)
  return ({ method, route, status, ms }) => {
    const key = `${method} ${status} ${route}`
    const series = all.get(key) ?? {
      labels: { method, route: route === NO_ROUTE ? 'none' : route, status: String(status) },
      buckets: [0, ...SECONDS.map(() => 0)],
      sum: 0,
    }
    all.set(key, series)
    const seconds = ms / 1000
    const found = SECONDS.findIndex((bound) => seconds <= bound)
    const bucket = found < 0 ? SECONDS.length : found
    series.buckets[bucket] = (series.buckets[bucket] as number) + 1
    series.sum += seconds
  }
}

function valuesOf(name: string, { labels, buckets, sum }: Series) {
  let count = 0
  const cumulated = buckets.map((times, i) => {
    count += times
    return { metricName: `${name}_bucket`, labels: { le: SECONDS[i] ?? '+Inf', ...labels }, value: count }
  })
  return [
    ...cumulated,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
