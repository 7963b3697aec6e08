import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { testServer } from '@marram/server/testing/test-server'

function* endless() {
  const piece = Buffer.alloc(65_536, 'x')
  for (;;) yield piece
}

/** Responds with the request it got, with limits like our API's: bodies up to 1 MB, and refusals as JSON. */
export async function smallApi() {
  const counts = { now: 0, begun: 0, most: 0, left: 0 }
  const { app } = testServer({
    sendProblem: ({ status }, _, reply) => reply.code(status).send({ code: status, message: 'refused by the API' }),
  })
  app.get('/api/home/', async ({ headers }) => ({ code: 200, headers }))
  app.post('/api/send', async ({ body }) => ({ code: 200, length: JSON.stringify(body).length }))
  app.get('/api/busy', async (_, reply) =>
    reply.code(503).send({ code: 503, message: `asked ${++counts.begun} times` }),
  )
  app.get('/api/slow', async ({ raw }) => {
    counts.begun += 1
    raw.socket.once('close', () => {
      counts.left += 1
    })
    counts.now += 1
    counts.most = Math.max(counts.most, counts.now)
    await wait(300)
    counts.now -= 1
    return { code: 200 }
  })
  app.get('/api/endless', (_, reply) => {
    counts.begun += 1
    reply.raw.once('close', () => {
      counts.left += 1
    })
    return reply.send(Readable.from(endless()))
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, counts, close: () => app.close() }
}
