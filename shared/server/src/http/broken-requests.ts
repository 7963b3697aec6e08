import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DATA_HEADERS, type Headers } from './data-headers'
import { messageOf } from './problems'

const codes: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
/** A connection that is closed while more data arrives loses its response. */
const CUT_MS = 1000
/** Headers are a few packets. A body may be long, and its sender slow. */
const HEADERS_MS = 20_000
const CHECK_MS = 5000

/**
 * Makes a server respond to broken requests too: `options` are Fastify's, `register` does the rest. Hooks do not see
 * these responses, so `common` has the headers of all responses of this server.
 */
export function brokenRequests(common: Headers = DATA_HEADERS) {
  const response = (code: number) => {
    const body = JSON.stringify({ code, message: messageOf(code) })
    const headers = {
      ...common,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    return { headers, body }
  }
  return {
    options: {
      /** For invalid HTTP and requests that do not arrive: there is only a connection to write to, which is then closed. */
      clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
        if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
        const code = codes[error.code ?? ''] ?? 400
        const { headers, body } = response(code)
        const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${head.join('')}\r\n${body}`)
        setTimeout(() => socket.destroy(), CUT_MS).unref()
      },
      http: { requireHostHeader: false, headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    },
    /** Requests that Node refuses without a message: an `Expect` other than 100-continue, and a missing host. */
    register(app: FastifyInstance): void {
      app.server.on('checkExpectation', (_, reply) => {
        const { headers, body } = response(417)
        reply.writeHead(417, headers).end(body)
      })
      app.addHook('onRequest', async ({ raw }, reply) => {
        if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return
        reply.header('connection', 'close')
        throw Object.assign(new Error('no host'), { statusCode: 400 })
      })
    },
  }
}

const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 30_000

/**
 * A refusal may come before the body of its request. A connection that is closed while more arrives is reset, and the
 * reset overtakes the response: so the rest is read and dropped, within limits.
 */
export function readUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding, connection } = raw.headers
    const hasBody = Number(length) > 0 || encoding !== undefined
    if (raw.complete || !hasBody || reply.statusCode < 400) return
    const close = !reply.raw.shouldKeepAlive || /\bclose\b/i.test(connection ?? '')
    // Either would close the connection with the response.
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
