import type { Socket } from 'node:net'
import { Semaphore } from '@marram/server/semaphore'
import type { FastifyInstance } from 'fastify'

/** Requests of one connection that wait for the response before theirs. */
const MOST_WAITING = 128

/**
 * The responses of one connection are sent one after the other, so its requests are handled so too: one connection is
 * never more than one call to an API or one page to render, and what a client sent ahead is not begun once it has gone.
 */
export function serializeRequests(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, Semaphore>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const connection = connections.get(socket) ?? new Semaphore({ atOnce: 1, waiting: MOST_WAITING })
    connections.set(socket, connection)
    const release = await connection.acquire()
    if (release) reply.raw.once('close', release)
    else socket.destroy()
    if (socket.destroyed) reply.hijack()
  })
}
