import fs from 'node:fs'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { RunningService } from '@marram/server/run-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallApi } from '../testing/small-api'
import { startTestEdge } from '../testing/start-test-edge'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-slow-'))
let api: Awaited<ReturnType<typeof smallApi>>
let edge: RunningService

beforeAll(async () => {
  api = await smallApi()
  edge = await startTestEdge({ folder, api, registry: api, limits: { silentMs: 500 } })
})
afterAll(async () => {
  await edge.close()
  await api.close()
  fs.rmSync(folder, { recursive: true })
})

/** A client that sends a request and never reads. */
function askAndSleep(target: string): Socket {
  const socket = connect(Number(new URL(edge.url).port), '127.0.0.1')
  socket.pause().on('error', () => {
    // The connection is cut off, as this test requires.
  })
  socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`)
  return socket
}

describe('a client that does not read its response', () => {
  it('is cut off, and so is the upstream request', async () => {
    const sleeping = Array.from({ length: 5 }, () => askAndSleep('/api/endless'))
    await expect.poll(() => api.counts.begun).toBe(5)
    await expect.poll(() => api.counts.left).toBe(5)
    for (const socket of sleeping) socket.destroy()
  })
})
