import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell } from '../testing/fake-releases'
import { smallApi } from '../testing/small-api'
import { startTestEdge } from '../testing/start-test-edge'

const shell = fakeShell()
const events = fakeSection('events')
const data = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-draining-'))
let registry: FakeRegistry
let api: Awaited<ReturnType<typeof smallApi>>

const start = (name: string, port = 0) =>
  startTestEdge({ folder: path.join(data, name), api, registry, port, environment: { DRAIN_MS: '500' } })

type Answer = { status?: number; connection?: string }

function ask(origin: string, target: string, agent: http.Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get(origin + target, { agent }, (response) => {
      response.on('error', reject).on('end', () => {
        resolve({ status: response.statusCode, connection: response.headers.connection })
      })
      response.resume()
    })
    request.on('error', reject)
  })
}

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, events)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(events)] })
  api = await smallApi()
})
afterAll(async () => {
  await api.close()
  await registry.close()
  fs.rmSync(data, { recursive: true })
})

describe('a draining edge', () => {
  it('reports that to proxies, serves what still arrives, and ends when nothing is left', async () => {
    const edge = await start('one')
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    expect(await ask(edge.url, '/events', agent)).toEqual({ status: 200, connection: 'keep-alive' })
    const slow = ask(edge.url, '/api/slow')
    await expect.poll(() => api.counts.now).toBe(1)
    const ended = edge.close()
    await expect.poll(() => ask(edge.url, '/healthz')).toEqual({ status: 503, connection: 'close' })
    for (let i = 0; i < 2; i += 1)
      expect(await ask(edge.url, '/events', agent)).toEqual({ status: 200, connection: 'close' })
    expect(await ask(edge.url, '/events')).toEqual({ status: 200, connection: 'close' })
    expect(await slow).toMatchObject({ status: 200 })
    await ended
    await expect(ask(edge.url, '/events')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    agent.destroy()
  })

  it('loses no request of a proxy with a second edge', async () => {
    const edges = [await start('left'), await start('right')]
    const agent = new http.Agent({ keepAlive: true })
    const answers: unknown[] = []
    let over = false
    const healthy = [true, true]
    /** Like a proxy: it checks which edge accepts requests, and sends none twice. */
    const look = async () => {
      for (; !over; await wait(20))
        for (const [i, edge] of edges.entries())
          healthy[i] = await ask(edge.url, '/healthz').then(
            ({ status }) => status === 200,
            () => false,
          )
    }
    const throughProxy = (target: string, first: number): Promise<Answer> =>
      ask(edges[healthy[first] ? first : 1 - first]?.url as string, target, agent)
    const visitor = async (target: string) => {
      for (let n = 0; !over; n += 1) {
        answers.push(await throughProxy(target, n % 2).then(({ status }) => status, String))
        await wait(2)
      }
    }
    const visitors = ['/events', '/events?n=1', '/api/home/', '/api/slow'].map(visitor)
    const looking = look()
    for (const [i, name] of ['left', 'right'].entries()) {
      const port = Number(new URL(edges[i]?.url as string).port)
      await edges[i]?.close()
      edges[i] = await start(name, port)
      await expect.poll(() => healthy).toEqual([true, true])
    }
    over = true
    await Promise.all([looking, ...visitors])
    expect(answers.length).toBeGreaterThan(50)
    expect(answers.filter((answer) => answer !== 200)).toEqual([])
    await Promise.all(edges.map((edge) => edge.close()))
    agent.destroy()
  })
})
