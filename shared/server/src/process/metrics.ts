import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { Logger } from './log'
import type { RunningService } from './run-service'

/** Where a service counts. */
export type Metrics = Registry
export const createMetrics = (): Metrics => new Registry()

/** Counts by kind. Each is there from the start: an alarm goes by what grows, and what appears has grown from nothing. */
export function countKinds<Kind extends string>(
  metrics: Metrics,
  { name, help, kinds }: { name: string; help: string; kinds: readonly Kind[] },
): (kind: Kind) => void {
  const counter = new Counter({ name, help, labelNames: ['kind'] as const, registers: [metrics] })
  for (const kind of kinds) counter.inc({ kind }, 0)
  return (kind) => counter.inc({ kind })
}

/** The first `most` values, then `other`: values that clients choose must not fill the memory. */
export function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.size < most) known.add(value)
    return known.has(value) ? value : 'other'
  }
}

/**
 * `GET /metrics`, and nothing else, on a port of its own: clients of a service do not reach it, and no rule of a proxy has to be
 * right for that. Adds memory, processor and event loop of this process.
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
