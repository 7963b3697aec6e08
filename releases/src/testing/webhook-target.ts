import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A server that stores what webhooks send. `respond` is what it does next: 204 by default. */
export async function webhookTarget() {
  const received: Received[] = []
  const target = {
    received,
    url: '',
    respond: (response: ServerResponse): unknown => response.writeHead(204).end(),
    /** The parsed bodies of what arrived at a path. */
    bodies: (path: string) => received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body)),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    target.respond(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return target
}
