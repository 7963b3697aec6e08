import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

const texts: Record<number, string> = {
  400: 'This request cannot be understood.',
  408: 'This request took too long to arrive.',
  417: 'This server does not do what the request expects.',
  431: 'The headers of this request are too large.',
}
const codes: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
/** A connection that is cut while more arrives takes its answer along. */
const CUT_MS = 1000
/** Headers are a few packets. A body may be long, and its sender slow. */
const HEADERS_MS = 20_000
/** How exact limits of time are kept. */
const CHECK_MS = 5000

function answer(code: number) {
  const body = JSON.stringify({ code, message: texts[code] })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return { headers, body }
}

/** For what is no request of HTTP, or does not arrive: there is only a connection to answer on, and it ends. */
const clientErrorHandler: FastifyServerOptions['clientErrorHandler'] = (error, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = codes[error.code] ?? 400
  const { headers, body } = answer(code)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${head.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), CUT_MS).unref()
}

/** Options of a server that answers in words whatever comes; `answerBrokenRequests` does the rest. */
export const brokenRequests = {
  clientErrorHandler,
  http: { requireHostHeader: false, headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
}

/** What Node answers by itself without a word: an `Expect` other than 100-continue, and a request without a host. */
export function answerBrokenRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_, response) => {
    const { headers, body } = answer(417)
    response.writeHead(417, headers).end(body)
  })
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return
    reply.header('connection', 'close')
    throw Object.assign(new Error('no host'), { statusCode: 400 })
  })
}
