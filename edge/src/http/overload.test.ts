import fs from 'node:fs'
import http from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { RunningService } from '@marram/server/run-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakePages, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

/** The limit of one render process. */
const MOST_PAGES = 32
const ASKED = 120
const STORM = 1200

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-overload-'))
const shell = fakeShell()
const section = fakeSection('events', '1.0.0', { pages: fakePages('/events', '/:page') })
const logged = fakeLog()
let registry: FakeRegistry
let edge: RunningService

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, section)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(section)] })
  const environment = { RENDER_TIMEOUT_MS: '20000' }
  edge = await startTestEdge({ folder, api: registry, registry, environment, log: logged.log })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

type Answer = { status: number | undefined; retryAfter: string | undefined; render: string | undefined }
const ask = (target: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = http.get(edge.url + target, { agent: false }, (response) => {
      const { statusCode: status, headers } = response.resume()
      const render = String(headers['x-marram-render']).split(';', 1)[0]
      resolve({ status, retryAfter: headers['retry-after'], render })
    })
    request.on('error', reject)
  })

describe('an overloaded edge', () => {
  it('responds to all: to as many as possible with their page, to others with a time to retry; and goes on', async () => {
    const answers = await Promise.all(Array.from({ length: ASKED }, (_, i) => ask(`/slow-${i}`)))
    const page = { status: 200, retryAfter: undefined, render: 'server' }
    const putOff = answers.filter(({ status }) => status !== 200)
    expect(putOff.length).toBeGreaterThan(0)
    expect(putOff.every(({ status, retryAfter }) => status === 503 && retryAfter === '5')).toBe(true)
    expect(answers.filter(({ status }) => status === 200)).toEqual(Array(ASKED - putOff.length).fill(page))
    // Requests beyond the limit, unless this machine was too slow to send so many at once.
    expect(putOff.length).toBeLessThanOrEqual(ASKED - MOST_PAGES)
    expect(logged.messages().filter((message) => message.startsWith('too many pages'))).toHaveLength(1)
    expect(await ask('/after-it')).toEqual(page)
    expect(logged.messages()).not.toContain('a render process is replaced')
  })

  it('serves at once during a storm of connections that are aborted immediately', async () => {
    await ask('/events')
    const port = Number(new URL(edge.url).port)
    const storm = Array.from(
      { length: STORM },
      (_, i) =>
        new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            // Half of them have requested a page by then.
            if (i % 2 === 0) socket.write(`GET /storm-${i} HTTP/1.1\r\nhost: a\r\n\r\n`)
            socket.resetAndDestroy()
          })
          socket.on('error', () => resolve()).on('close', () => resolve())
        }),
    )
    await Promise.all(storm)
    const askedAt = performance.now()
    expect(await ask('/events')).toMatchObject({ status: 200, render: 'server' })
    // A few milliseconds without other load; on a busy machine more, but far from what 600 pages would take their turns.
    expect(performance.now() - askedAt).toBeLessThan(15_000)
    expect(await ask('/after-the-storm')).toMatchObject({ status: 200, render: 'server' })
  })
})
