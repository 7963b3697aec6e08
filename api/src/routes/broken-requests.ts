import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

const texts: Record<number, string> = {
  400: 'This request cannot be understood.',
  408: 'This request took too long to arrive.',
  417: 'This server does not do what the request expects.',
  431: 'The headers of this request are too large.',
}
const codes: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

function answer(code: number) {
  const body = JSON.stringify({ code, message: texts[code] })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return { headers, body }
}

/** For what is no request of HTTP, or does not arrive: there is only a connection to answer on, and it ends. */
export const answerBrokenRequest: FastifyServerOptions['clientErrorHandler'] = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = codes[error.code] ?? 400
  const { headers, body } = answer(code)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${head.join('')}\r\n${body}`)
  socket.destroy(error)
}

/** Node answers an `Expect` other than 100-continue by itself, without a word. */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_, response) => {
    const { headers, body } = answer(417)
    response.writeHead(417, headers).end(body)
  })
}
