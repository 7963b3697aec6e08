import Fastify from 'fastify'
import { Histogram } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordResponses, SECONDS } from '../http/log-responses'
import { createLog } from './log'
import { boundedLabel, countKinds, createMetrics, serveMetrics } from './metrics'

const app = Fastify()
const metrics = createMetrics()
const log = createLog('test', 'silent')
log.isLevelEnabled = () => true
const lines: { level: string; fields: object }[] = []
for (const level of ['info', 'debug'] as const) log[level] = (fields: object) => void lines.push({ level, fields })
recordResponses(app, log, metrics, ({ params }) => ({ named: Object.keys(params as object) }))
app.get('/people/:name', async () => 'a person')
app.get('/media/*', async ({ url }, reply) => reply.code(url.endsWith('none') ? 404 : 200).send())
app.get('/same', async (_, reply) => reply.code(304).send())

let served: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
  served = await serveMetrics(metrics, { port: 0, host: '127.0.0.1', log: createLog('test', 'silent') })
})
afterAll(() => served.close())

describe('metrics and log of a service', () => {
  it('contain response times, by the pattern of their route', async () => {
    for (const url of ['/people/Rosalind', '/people/Ann?phone=0123456789', '/nowhere/Rosalind']) await app.inject(url)
    const text = await metrics.metrics()
    const labels = 'method="GET",route="/people/:name",status="200"'
    expect(text).toContain(`marram_http_request_duration_seconds_count{${labels}} 2`)
    expect(text).toContain('marram_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1')
    expect(lines).toHaveLength(3)
    expect(lines[0]?.fields).toMatchObject({ route: '/people/:name', status: 200, named: ['name'], request: 'req-1' })
    expect(text + JSON.stringify(lines)).not.toMatch(/Rosalind|Ann|0123456789/)
  })

  it('count the responses of all its listeners together', async () => {
    const [both, one, other] = [createMetrics(), Fastify(), Fastify()]
    for (const each of [one, other]) {
      recordResponses(each, createLog('test', 'silent'), both)
      each.get('/here', async () => 'here')
      await each.inject('/here')
    }
    expect(await both.metrics()).toContain(
      'marram_http_request_duration_seconds_count{method="GET",route="/here",status="200"} 2',
    )
  })

  it('show response times as a histogram of prom-client does', async () => {
    const [ours, theirs] = [createMetrics(), createMetrics()]
    const record = recordResponses(Fastify(), createLog('test', 'silent'), ours)
    const help = 'Time from the headers of a request until its whole response was handed to the system.'
    const histogram = new Histogram({
      ...{ name: 'marram_http_request_duration_seconds', help, labelNames: ['method', 'route', 'status'] },
      ...{ buckets: SECONDS, registers: [theirs] },
    })
    const times = [0, 0.3, 1, 1.01, 40, 30_000, 30_001, 1e9, ...SECONDS.map((bound) => bound * 1000)]
    for (const [i, ms] of times.entries())
      for (const sent of [
        { method: 'GET', route: '/here', status: 200 },
        { method: i % 2 ? 'GET' : 'POST', route: '/some "where"', status: 404 },
      ]) {
        record({ ...sent, ms, request: 'id' })
        histogram.observe(sent, ms / 1000)
      }
    expect(await ours.metrics()).toBe(await theirs.metrics())
  })

  it('log routine requests at a lower level', async () => {
    lines.length = 0
    for (const url of ['/same', '/media/picture', '/media/none']) await app.inject(url)
    expect(lines.map(({ level }) => level)).toEqual(['debug', 'debug', 'info'])
  })

  it('are served at one address, with those of the process', async () => {
    const response = await fetch(served.url)
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    expect(await response.text()).toMatch(/^process_cpu_seconds_total [\d.]+$/m)
    const other = await Promise.all([
      fetch(new URL('/', served.url)),
      fetch(new URL('/people/Ann', served.url)),
      fetch(served.url, { method: 'POST' }),
    ])
    expect(other.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

it('a label with foreign values has a limited number of them', () => {
  const label = boundedLabel(2)
  expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other', 'b'])
})

it('kinds exist before their first event', async () => {
  const counting = createMetrics()
  const count = countKinds(counting, { name: 'marram_x_total', help: 'x', kinds: ['a', 'b'] })
  count('a')
  const text = await counting.metrics()
  for (const line of ['marram_x_total{kind="a"} 1', 'marram_x_total{kind="b"} 0']) expect(text).toContain(line)
})
