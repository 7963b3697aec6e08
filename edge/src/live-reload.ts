import type { FastifyInstance } from 'fastify'

/** The browser's half: reloads when the composition that a fresh page would get is another one. */
const script = `const here = JSON.parse(document.getElementById('marram-composition').textContent).id
new EventSource('/releases/live').onmessage = ({ data }) => { if (data !== here) location.reload() }
`

/** For development alone: open pages follow what is promoted. Returns how to tell them. */
export function registerLiveReload(app: FastifyInstance): { announce: (composition: string) => void; tag: string } {
  const open = new Set<(id: string) => void>()
  let current: string | undefined
  app.get('/releases/live.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script),
  )
  app.get('/releases/live', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const send = (id: string) => reply.raw.write(`data: ${id}\n\n`)
    open.add(send)
    if (current) send(current)
    request.raw.on('close', () => open.delete(send))
  })
  return {
    tag: '<script defer src="/releases/live.js"></script>',
    announce(composition) {
      current = composition
      for (const send of open) send(composition)
    },
  }
}
