import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { hasAlready } from '@marram/server/etag'
import type { FastifyInstance } from 'fastify'
import type { Compositions } from '../compositions/compositions'
import { visitorOf } from '../requests/visitor'

/** The browser's half: reloads when the composition that a fresh page would get is another one. */
const script = `const here = JSON.parse(document.getElementById('marram-composition').textContent).id
new EventSource('/releases/live').onmessage = ({ data }) => { if (data !== here) location.reload() }
`

const send = (stream: ServerResponse, id: string) => stream.write(`data: ${id}\n\n`)

/** The composition that a fresh page of this visitor would have, by which open tabs notice a new version, and what is stopped. */
export function registerOwnComposition(
  app: FastifyInstance,
  { compositions }: { compositions: Pick<Compositions, 'forVisitor' | 'stops'> },
): void {
  app.get('/releases/composition', async (request, reply) => {
    const { id } = await compositions.forVisitor(visitorOf(request.raw).id)
    return reply.headers({ 'cache-control': 'no-store', vary: 'cookie' }).send({ id })
  })
  // The same for all visitors: every tab that is looked at asks every few seconds.
  app.get('/releases/stopped', (request, reply) => {
    const body = JSON.stringify(compositions.stops())
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    reply.headers({ 'cache-control': 'no-cache', etag }).type('application/json; charset=utf-8')
    return hasAlready(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  })
}

/** For development alone: open pages follow what is promoted. Returns how to notify them. */
export function registerLiveReload(app: FastifyInstance): { announce: (composition: string) => void; tag: string } {
  const open = new Set<ServerResponse>()
  let current: string | undefined
  app.get('/releases/live.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script),
  )
  app.get('/releases/live', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    open.add(reply.raw)
    if (current) send(reply.raw, current)
    request.raw.on('close', () => open.delete(reply.raw))
  })
  // A stream never ends by itself, and closing waits for it.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  return {
    tag: '<script defer src="/releases/live.js"></script>',
    announce(composition) {
      current = composition
      for (const stream of open) send(stream, composition)
    },
  }
}
