import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { SentResponse } from '../http/log-responses'
import type { Logger } from './log'
import type { RunningService } from './run-service'

/** A page takes 1 to 800 ms, an answer from memory less than one, an upload minutes. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const LABELS = ['method', 'route', 'status'] as const

/** Where a service counts. */
export type Metrics = Registry
export const createMetrics = (): Metrics => new Registry()

/**
 * How long answers took, by the pattern of their route: addresses are without number, and some are personal. Returns
 * what measures one, for answers that hooks do not see.
 */
export function measureResponses(
  app: Pick<FastifyInstance, 'addHook'>,
  metrics: Metrics,
): (answered: Pick<SentResponse, 'method' | 'route' | 'status' | 'ms'>) => void {
  const name = 'marram_http_request_duration_seconds'
  // A service may have several listeners, and is measured as one.
  const known = metrics.getSingleMetric(name)
  const seconds =
    known instanceof Histogram
      ? (known as Histogram<(typeof LABELS)[number]>)
      : new Histogram({
          name,
          help: 'Time from the headers of a request to the end of its answer, or until the system had what was ready to send.',
          labelNames: LABELS,
          buckets: SECONDS,
          registers: [metrics],
        })
  // To find a series by its labels takes longer than to count in it. There are as many as routes and statuses.
  const series = new Map<string, ReturnType<typeof seconds.labels>>()
  const measure = ({ method, route, status, ms }: Pick<SentResponse, 'method' | 'route' | 'status' | 'ms'>) => {
    const key = `${method} ${status} ${route}`
    const found = series.get(key) ?? seconds.labels({ method, route, status })
    series.set(key, found)
    found.observe(ms / 1000)
  }
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    measure({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
  return measure
}

/** Counts by kind. Each is told from the start: an alarm goes by what grows, and what appears has grown from nothing. */
export function countKinds<Kind extends string>(
  metrics: Metrics,
  { name, help, kinds }: { name: string; help: string; kinds: readonly Kind[] },
): (kind: Kind) => void {
  const counter = new Counter({ name, help, labelNames: ['kind'] as const, registers: [metrics] })
  for (const kind of kinds) counter.inc({ kind }, 0)
  return (kind) => counter.inc({ kind })
}

/** The first `most` values, then `other`: what the outside chooses must not fill the memory of whoever counts it. */
export function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.size < most) known.add(value)
    return known.has(value) ? value : 'other'
  }
}

/**
 * `GET /metrics`, and nothing else, on a port of its own: whoever reaches a service does not thereby reach this, and no
 * rule of a proxy has to be right for that. Adds memory, processor and event loop of this process.
 */
export async function serveMetrics(
  metrics: Metrics,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<RunningService> {
  collectDefaultMetrics({ register: metrics })
  const server = http.createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      (error) => {
        log.error(error, 'metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { address, family, port: got } = server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${got}/metrics`
  log.info({ url }, 'metrics')
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
