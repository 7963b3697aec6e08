import http from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

export type StaticResponse = { status: number; headers: http2.OutgoingHttpHeaders; body: Buffer }
export type Front = { url: string; stop(): Promise<void> }

/**
 * HTTP/2 with encryption, as in production: responses of `own`, and everything else from `upstream`.
 * One for each side, so that both have the same cost.
 */
export async function startFront(
  upstream: string,
  own: (path: string) => StaticResponse | undefined = () => undefined,
): Promise<Front> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
  const agent = new http.Agent({ keepAlive: true })
  const server = http2.createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    const found = own(request.url)
    if (found) {
      response.writeHead(found.status, found.headers)
      response.end(found.body)
    } else pass(upstream, agent, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sessions = new Set<http2.Http2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const session of sessions) session.destroy()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Headers of one connection, which HTTP/2 does not have. */
const OF_HTTP_1 = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']

function pass(
  upstream: string,
  agent: http.Agent,
  request: http2.Http2ServerRequest,
  response: http2.Http2ServerResponse,
): void {
  const ordinary = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))
  // A page runs the scripts of the host that its browser sent.
  const headers = { ...Object.fromEntries(ordinary), host: request.authority ?? request.headers.host }
  const asked = http.request(
    `${upstream}${request.url}`,
    { method: request.method, headers, agent },
    (upstreamResponse) => {
      const passed = Object.entries(upstreamResponse.headers).filter(([name]) => !OF_HTTP_1.includes(name))
      response.writeHead(upstreamResponse.statusCode ?? 502, Object.fromEntries(passed))
      upstreamResponse.pipe(response)
    },
  )
  asked.on('error', () => response.headersSent || response.writeHead(502).end())
  request.pipe(asked)
}
