import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests of one connection that wait for the answer before theirs. */
const MOST_WAITING = 128

/**
 * The answers of one connection go out in turn, so its requests are taken in turn: one connection is never more than one
 * call to an API or one page to render, and what was sent ahead by a client that has gone is not begun.
 */
export function takeInTurn(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, { last: Promise<unknown>; waiting: number }>()
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw
    const connection = connections.get(socket) ?? { last: Promise.resolve(), waiting: 0 }
    connections.set(socket, connection)
    const before = connection.last
    connection.last = before.then(() => new Promise((resolve) => reply.raw.once('close', resolve)))
    connection.waiting += 1
    if (connection.waiting > MOST_WAITING) socket.destroy()
    await before
    connection.waiting -= 1
    if (socket.destroyed) reply.hijack()
  })
}
