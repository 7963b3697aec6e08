import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 30_000

/**
 * A refusal may come before the body of its request: too large, not allowed. A connection that is closed while more
 * arrives is reset, and the reset overtakes the answer. So the rest is read and dropped, within limits.
 */
export function readUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding, connection } = raw.headers
    const hasBody = Number(length) > 0 || encoding !== undefined
    if (raw.complete || !hasBody || reply.statusCode < 400) return
    const close = !reply.raw.shouldKeepAlive || /\bclose\b/i.test(connection ?? '')
    // Either would close the connection with the answer.
    reply.removeHeader('connection')
    reply.raw.shouldKeepAlive = true
    drop(raw, close)
  })
}

function drop(request: IncomingMessage, close: boolean): void {
  const { socket } = request
  const cut = () => request.destroy()
  const timer = setTimeout(cut, MOST_MS).unref()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) cut()
  })
  request.once('end', () => close && socket.end())
  request.once('close', () => clearTimeout(timer))
}
