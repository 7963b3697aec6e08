import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Logger } from './log'

export type Metrics = Registry
export const createMetrics = (): Metrics => new Registry()

/** Counts by kind. Each kind exists from the start: an alert can detect growth, but not a new series. */
export function countKinds<Kind extends string>(
  metrics: Metrics,
  { name, help, kinds }: { name: string; help: string; kinds: readonly Kind[] },
): (kind: Kind) => void {
  const counter = new Counter({ name, help, labelNames: ['kind'] as const, registers: [metrics] })
  for (const kind of kinds) counter.inc({ kind }, 0)
  return (kind) => counter.inc({ kind })
}

/** A value that is read whenever the metrics are. */
export const gauge = (metrics: Metrics, name: string, help: string, read: () => number | Promise<number>) =>
  new Gauge({
    name,
    help,
    registers: [metrics],
    async collect() {
      this.set(await read())
    },
  })

/** The first `most` values, then `other`: values that clients choose must not fill the memory. */
export function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.size < most) known.add(value)
    return known.has(value) ? value : 'other'
  }
}

/** Serves `GET /metrics`, with process metrics, on a separate port that no client reaches, whatever a proxy does. */
export async function serveMetrics(metrics: Metrics, { port, host, log }: { port: number; host: string; log: Logger }) {
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
  await once(server.listen(port, host), 'listening')
  const { address, family, port: got } = server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${got}/metrics`
  log.info({ url }, 'metrics')
  return {
    url,
    async close() {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}
