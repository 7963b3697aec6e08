import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { askMany } from './light-client'

async function withServer(answer: http.RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = http.createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('counts whole responses, also those that arrive in pieces', async () => {
  let asked = 0
  const inPieces: http.RequestListener = (_request, response) => {
    asked += 1
    response.writeHead(200, { 'content-length': 300_000 })
    response.write(Buffer.alloc(100_000))
    setImmediate(() => response.end(Buffer.alloc(200_000)))
  }
  await withServer(inPieces, async (url) => {
    const from = performance.now()
    const speed = await askMany(url, 0.2, {}, {})
    expect((speed * (performance.now() - from)) / 1000 / asked).toBeGreaterThan(0.8)
    expect((speed * 0.2) / asked).toBeLessThan(1.01)
  })
})

it('stops at one wrong response', async () => {
  let asked = 0
  const once503: http.RequestListener = (_request, response) => {
    asked += 1
    response.writeHead(asked === 60 ? 503 : 200, { 'content-length': 2 }).end('{}')
  }
  await withServer(once503, (url) => expect(askMany(url, 0.5, {}, {})).rejects.toThrow('503'))
})
